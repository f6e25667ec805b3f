// The token call of the session library: a session for a password, a refresh token, or the code of a mailed link.
import { authMessages, logIn } from '@ballast/contract/auth';
import type { issueToken, Session, verifyToken } from '@ballast/contract/session';
import { eq } from 'drizzle-orm';
import type { Client } from '../../../actor.ts';
import { matchesChallenge } from '../../../code-challenge.ts';
import type { Db } from '../../../db/open.ts';
import { oneTimeTokens, users } from '../../../db/schema.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../http/failure.ts';
import type { Call } from '../../../http/serve.ts';
import { refreshSession } from '../../../refresh-session.ts';
import { beginSession, insertSession, sessionFor } from '../../../sessions.ts';
import { readSignedId } from '../../../signed-ids.ts';
import { consume } from '../../../throttles.ts';
import { confirmNewEmail } from '../change-email.ts';
import { logInWithPassword } from '../log-in.ts';
import { type OneTimeToken, spendToken } from '../one-time-tokens.ts';
import { applyVerification } from '../verify-email.ts';

const expired = () => new Failure('otp_expired');

const sessionByToken = async (deps: Deps, tx: Db, token: OneTimeToken, client: Client): Promise<Session> => {
  if (token.purpose === 'verify-email') {
    return beginSession(deps, tx, await applyVerification(tx, token, client, deps.now()), client);
  }
  const [user] = await tx.select().from(users).where(eq(users.id, token.userId));
  if (!user) throw expired();
  return sessionFor(deps, tx, user, await insertSession(deps, tx, user.id, client, 'recovery'));
};

const exchangeCode = async (deps: Deps, code: string, verifier: string, client: Client) => {
  const purpose = (['recovery', 'verify-email'] as const).find((name) =>
    readSignedId(deps.tokenPepper, name, code),
  );
  const read = purpose && readSignedId(deps.tokenPepper, purpose, code);
  const notFound = new Failure('flow_state_not_found', {
    message: 'invalid flow state, no valid flow state found',
  });
  if (!read) throw notFound;
  const [row] = await deps.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.id, read.id));
  if (!row?.codeChallenge) throw notFound;
  if (!matchesChallenge(row.codeChallenge, verifier)) {
    throw new Failure('bad_code_verifier', {
      message: 'code challenge does not match previously saved code verifier',
    });
  }
  return deps.db.transaction(async (tx) => {
    const token = await spendToken(tx, read.id, purpose, deps.now());
    if (!token) throw notFound;
    return sessionByToken(deps, tx, token, client);
  });
};

export const issueTokenFor = async (deps: Deps, { body, query, client }: Call<typeof issueToken>) => {
  switch (query.grant_type) {
    case 'password': {
      const credentials = logIn.body.safeParse({ email: body.email, password: body.password });
      // Whatever is wrong with them, they do not open the door.
      if (!credentials.success)
        throw new Failure('invalid_credentials', { message: authMessages.invalidCredentials });
      return (await logInWithPassword(deps, credentials.data, client)).session;
    }
    case 'refresh_token':
      return refreshSession(deps, body.refresh_token ?? '');
    case 'pkce':
      await consume(deps.throttles.tokenPerAddress, client.address);
      return exchangeCode(deps, body.auth_code ?? '', body.code_verifier ?? '', client);
    default:
      throw new Failure('unsupported_grant_type');
  }
};

// The token of a link that carries no challenge. A reset link has its session in the fragment and is no such token.
export const verifyTokenFor = async (
  deps: Deps,
  { body, client }: Call<typeof verifyToken>,
): Promise<Session> => {
  await consume(deps.throttles.tokenPerAddress, client.address);
  const linkToken = body.token_hash ?? body.token ?? '';
  if (body.type === 'email_change') {
    const user = await confirmNewEmail(deps, linkToken, client).catch((error) => {
      throw error instanceof Failure && error.code === 'link_invalid' ? expired() : error;
    });
    return beginSession(deps, deps.db, user, client);
  }
  const read = readSignedId(deps.tokenPepper, 'verify-email', linkToken);
  if (!read || body.type === 'recovery') throw expired();
  return deps.db.transaction(async (tx) => {
    const token = await spendToken(tx, read.id, 'verify-email', deps.now());
    if (!token || token.codeChallenge) throw expired();
    return sessionByToken(deps, tx, token, client);
  });
};
