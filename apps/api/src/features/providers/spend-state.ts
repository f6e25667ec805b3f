import { providerMessages } from '@ballast/contract/auth/provider-messages';
import { type Provider, stateMinutes } from '@ballast/contract/auth/providers';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { browserCookie, isSameHash } from '../../identity/sessions/browser-cookie.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { Failure } from '../../runtime/failure.ts';
import { oauthStates } from './tables.ts';

// Ties a provider sign-in to the browser that began it.
export const signInBrowser = browserCookie('oauth-browser', stateMinutes * 60);

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const stateInvalid = () => new Failure('state_invalid', { message: providerMessages.stateInvalid });

// Spent before it is checked, so that a state comes back once.
export const spendState = async (deps: Deps, cookies: Cookies, provider: Provider, state: string) => {
  const [row] = idShape.test(state)
    ? await deps.db
        .update(oauthStates)
        .set({ spentAt: deps.now() })
        .where(and(eq(oauthStates.id, state), isNull(oauthStates.spentAt)))
        .returning()
    : [];
  const good =
    row &&
    row.expiresAt > deps.now() &&
    row.provider === provider &&
    isSameHash(row.browserHash, signInBrowser.readHash(deps.config, cookies));
  if (!good) throw stateInvalid();
  return row;
};

// A reset, a disconnect or a sign-out during the provider's answer has deleted the row.
export const closeState = async (tx: Db, id: string) => {
  const closed = await tx.delete(oauthStates).where(eq(oauthStates.id, id)).returning({ id: oauthStates.id });
  if (!closed.length) throw stateInvalid();
};
