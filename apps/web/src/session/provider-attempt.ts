// The provider sign-in that this tab has started. The provider redirects to a new page, so it is stored.
import type { Provider } from '@ballast/contract/auth/providers';
import { stored } from './browser-storage.ts';

// An attempt that connects an account begins in the settings.
type Attempt = { provider: Provider; from: string | null; connects?: true };

// Where storage is blocked, GitHub is assumed, which most use; the server refuses a wrong provider.
const unknown: Attempt = { provider: 'github', from: null };

export const rememberAttempt = (attempt: Attempt) => stored.providerAttempt.write(JSON.stringify(attempt));

export const readAttempt = (): Attempt => {
  try {
    return { ...unknown, ...JSON.parse(stored.providerAttempt.read() ?? '{}') };
  } catch {
    return unknown;
  }
};
