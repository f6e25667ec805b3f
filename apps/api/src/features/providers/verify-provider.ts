import type * as contract from '@ballast/contract/auth/provider-calls';
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import type { Provider } from '@ballast/contract/auth/providers';
import type { Answer } from '@ballast/contract/http/endpoint';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import type { Deps } from '../../http/deps.ts';
import type { Visitor } from '../../identity/actor.ts';
import { owesSecondFactor } from '../../identity/proofs/proofs.ts';
import { readSession } from '../../identity/sessions/sessions.ts';
import { accountSuspended } from '../../identity/suspension.ts';
import { identities, sessions } from '../../identity/tables.ts';
import { consumeToken } from '../../identity/throttling/throttles.ts';
import { readSessionUser, toUser, toUserBeforeFactor } from '../../identity/users.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { Failure } from '../../runtime/failure.ts';
import { readSignedId } from '../../secrets/signed-ids.ts';
import { signInBrowser } from './spend-state.ts';
import { oauthStates } from './tables.ts';

const isNewestOfSession = async (deps: Deps, refreshToken: string, sessionId: string) => {
  const read = readSignedId(deps.tokenPepper, 'refresh', refreshToken);
  if (read?.id !== sessionId) return false;
  const [row] = await deps.db.select().from(sessions).where(eq(sessions.id, sessionId));
  return row?.refreshCounter === read.counter;
};

const hasIdentity = async (deps: Deps, userId: string, provider: Provider) => {
  const found = await deps.db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
  return found.length > 0;
};

// A stranger's link would sign its reader in to the stranger's account, so this browser must have started a sign-in.
const spendStartedSignIn = async (deps: Deps, cookies: Cookies, provider: Provider) => {
  const browserHash = signInBrowser.readHash(deps.config, cookies);
  if (!browserHash) return false;
  const spent = await deps.db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.browserHash, browserHash),
        eq(oauthStates.provider, provider),
        gt(oauthStates.expiresAt, deps.now()),
        isNull(oauthStates.spentAt),
      ),
    )
    .returning({ id: oauthStates.id });
  return spent.length > 0;
};

type Tokens = { access_token: string; refresh_token: string; provider: Provider };

export const verifyProvider = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  { access_token, refresh_token, provider }: Tokens,
): Promise<Answer<typeof contract.verifyProvider>> => {
  const refused = new Failure('provider_refused', { message: providerMessages.failed });
  await consumeToken(deps, actor, 'provider');

  const signedIn = await readSession(deps, access_token);
  if (signedIn === 'suspended') throw accountSuspended(deps);
  if (typeof signedIn === 'string' || signedIn.kind !== 'browser') throw refused;
  const { user, sessionId } = signedIn;
  if (!(await isNewestOfSession(deps, refresh_token, sessionId))) throw refused;
  if (!(await hasIdentity(deps, user.id, provider))) throw refused;
  if (!(await spendStartedSignIn(deps, cookies, provider))) throw refused;

  const expires_at = decodeJwt(access_token).exp ?? 0;
  return {
    user: owesSecondFactor(signedIn) ? toUserBeforeFactor(user) : toUser(user),
    session: {
      access_token,
      refresh_token,
      token_type: 'bearer',
      expires_in: expires_at - Math.floor(deps.now().getTime() / 1000),
      expires_at,
      user: await readSessionUser(deps.db, user, deps.now()),
    },
  };
};
