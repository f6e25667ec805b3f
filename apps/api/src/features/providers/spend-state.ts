import { type Provider, providerMessages } from '@ballast/contract/providers';
import { eq } from 'drizzle-orm';
import { Failure } from '../../http/failure.ts';
import type { Cookies } from '../../http/serve.ts';
import type { Deps } from '../../runtime/deps.ts';
import { isSameHash, readBrowserHash } from './browser-cookie.ts';
import { oauthStates } from './tables.ts';

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

// The state is deleted before it is checked: one that came back once is spent, whatever it was.
export const spendState = async (deps: Deps, cookies: Cookies, provider: Provider, state: string) => {
  const [row] = idShape.test(state)
    ? await deps.db.delete(oauthStates).where(eq(oauthStates.id, state)).returning()
    : [];
  const good =
    row &&
    row.expiresAt > deps.now() &&
    row.provider === provider &&
    isSameHash(row.browserHash, readBrowserHash(deps.config, cookies));
  if (!good) throw new Failure('state_invalid', { message: providerMessages.stateInvalid });
  return row;
};
