import { createClient } from '@ballast/contract/client';
import type { Account } from './accounts.ts';

// The API as this account, for what a test needs to have happened before.
export const callAs = ({ session }: Account) =>
  createClient({
    portalUrl: `http://127.0.0.1:${process.env.E2E_PORT}`,
    token: () => session.access_token,
  });
