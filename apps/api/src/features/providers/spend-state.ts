import { providerMessages } from '@ballast/contract/auth/provider-messages';
import type { Provider } from '@ballast/contract/auth/providers';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { isSameHash } from '../../identity/sessions/browser-cookie.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { Failure } from '../../runtime/failure.ts';
import { signInBrowser } from './sign-in-browser.ts';
import { oauthStates } from './tables.ts';

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const stateInvalid = () => new Failure('state_invalid', { message: providerMessages.stateInvalid });

// The state is spent before it is checked: one that came back once is spent, whatever it was.
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

// The provider's answer takes a while. A reset, a disconnect or a sign-out that came in between has deleted the row.
export const closeState = async (tx: Db, id: string) => {
  const closed = await tx.delete(oauthStates).where(eq(oauthStates.id, id)).returning({ id: oauthStates.id });
  if (!closed.length) throw stateInvalid();
};
