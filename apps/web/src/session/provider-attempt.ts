// The provider sign-in that this tab is in the middle of. It comes back as a new page, so it is kept outside of this one.
import type { Provider } from '@ballast/contract/providers';
import { stored } from './storage.ts';

type Attempt = { provider: Provider; from: string | null };

// Where nothing can be stored, GitHub is the likelier guess; a wrong one is refused by the server.
const unknown: Attempt = { provider: 'github', from: null };

export const rememberAttempt = (attempt: Attempt) => stored.providerAttempt.write(JSON.stringify(attempt));

export const readAttempt = (): Attempt => {
  try {
    return { ...unknown, ...JSON.parse(stored.providerAttempt.read() ?? '{}') };
  } catch {
    return unknown;
  }
};
