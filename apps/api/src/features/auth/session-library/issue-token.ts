import { authMessages, logIn as logInCall } from '@ballast/contract/auth/auth';
import type * as contract from '@ballast/contract/auth/session';
import type { Session, SessionUser } from '@ballast/contract/auth/session';
import type { Received } from '@ballast/contract/http/endpoint';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Actor, Visitor } from '../../../identity/actor.ts';
import { oneTimeTokens } from '../../../identity/mailed/tables.ts';
import { matchesChallenge } from '../../../identity/proofs/code-challenge.ts';
import { countSignIn } from '../../../identity/sessions/count-sign-in.ts';
import { refreshSession } from '../../../identity/sessions/refresh-session.ts';
import { beginSession } from '../../../identity/sessions/sessions.ts';
import { users } from '../../../identity/tables.ts';
import { consumeToken } from '../../../identity/throttling/throttles.ts';
import { readSessionUser } from '../../../identity/users.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure } from '../../../runtime/failure.ts';
import { readSignedId } from '../../../secrets/signed-ids.ts';
import { applyEmailChange } from '../email-address/change-email.ts';
import { applyVerification } from '../email-address/verify-email.ts';
import { logIn } from '../log-in.ts';
import { type OneTimeToken, spendToken } from '../one-time-tokens.ts';
import { signUpBrowser } from '../sign-up/sign-ups.ts';

type TokenBody = Received<typeof contract.issueToken>['body'];
type VerifyBody = Received<typeof contract.verifyToken>['body'];

const expired = () => new Failure('otp_expired');

const beginSessionByToken = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  cookies: Cookies,
  token: OneTimeToken,
): Promise<Session> => {
  if (token.purpose === 'verify-email') {
    const verified = await applyVerification(deps, tx, actor, token, {
      browserHash: signUpBrowser.readHash(deps.config, cookies),
      // A link with a challenge was exchanged by its requester.
      signUpId: token.codeChallenge ? token.signUpId : null,
      signsIn: true,
    });
    if (!verified) throw expired();
    return beginSession(deps, tx, actor, verified, { method: 'email/signup' });
  }
  const [owner] = await tx.select().from(users).where(eq(users.id, token.userId));
  if (owner?.email !== token.email) throw expired();
  return beginSession(deps, tx, actor, owner, { method: 'recovery' }, 'recovery');
};

const logInByLibrary = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  { email, password }: TokenBody,
) => {
  const credentials = logInCall.body.safeParse({ email, password });
  if (!credentials.success)
    throw new Failure('invalid_credentials', { message: authMessages.invalidCredentials });
  return (await logIn(deps, actor, cookies, credentials.data)).session;
};

const readCode = (deps: Deps, code: string) => {
  for (const purpose of ['recovery', 'verify-email'] as const) {
    const read = readSignedId(deps.tokenPepper, purpose, code);
    if (read) return { id: read.id, purpose };
  }
  return null;
};

const exchangeCode = async (deps: Deps, actor: Visitor, cookies: Cookies, body: TokenBody) => {
  const notFound = new Failure('flow_state_not_found', {
    message: 'invalid flow state, no valid flow state found',
  });
  const read = readCode(deps, body.auth_code ?? '');
  if (!read) throw notFound;
  const [row] = await deps.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.id, read.id));
  if (!row?.codeChallenge) throw notFound;
  if (!matchesChallenge(row.codeChallenge, body.code_verifier ?? '')) {
    throw new Failure('bad_code_verifier', {
      message: 'code challenge does not match previously saved code verifier',
    });
  }
  return deps.db.transaction(async (tx) => {
    const token = await spendToken(deps, tx, read.id, read.purpose);
    if (!token) throw notFound;
    return beginSessionByToken(deps, tx, actor, cookies, token);
  });
};

export const issueToken = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  grantType: string,
  body: TokenBody,
) => {
  switch (grantType) {
    case 'password':
      return countSignIn(deps, 'password', logInByLibrary(deps, actor, cookies, body));
    case 'refresh_token':
      return refreshSession(deps, body.refresh_token ?? '');
    case 'pkce':
      await consumeToken(deps, actor, 'code exchange');
      return countSignIn(deps, 'mailed_link', exchangeCode(deps, actor, cookies, body));
    default:
      throw new Failure('unsupported_grant_type');
  }
};

// A link to a new address gives nobody a session.
const confirmByLibrary = async (deps: Deps, actor: Visitor | Actor, cookies: Cookies, token: string) => {
  const owner = await applyEmailChange(deps, actor, cookies, { token }).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'link_invalid') throw expired();
    if (error.code === 'conflict') throw error;
    throw new Failure('reauthentication_needed', { message: error.message });
  });
  return readSessionUser(deps.db, owner, deps.now());
};

// The token of a link without a challenge. A reset link has its session in the fragment instead.
export const verifyToken = async (
  deps: Deps,
  actor: Visitor | Actor,
  cookies: Cookies,
  body: VerifyBody,
): Promise<Session | SessionUser> => {
  await consumeToken(deps, actor, 'library link');
  const linkToken = body.token_hash ?? body.token ?? '';
  if (body.type === 'email_change') return confirmByLibrary(deps, actor, cookies, linkToken);
  const read = readSignedId(deps.tokenPepper, 'verify-email', linkToken);
  if (!read || body.type === 'recovery') throw expired();
  const session = deps.db.transaction(async (tx) => {
    const token = await spendToken(deps, tx, read.id, 'verify-email');
    if (!token || token.codeChallenge) throw expired();
    return beginSessionByToken(deps, tx, actor, cookies, token);
  });
  return countSignIn(deps, 'mailed_link', session);
};
