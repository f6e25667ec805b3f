import { authMessages } from '@ballast/contract/auth/auth';
import type { Session } from '@ballast/contract/auth/session';
import type { User } from '@ballast/contract/profile';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Visitor } from '../../identity/actor.ts';
import { hasUnprovenPassword } from '../../identity/passwords/password-proof.ts';
import { signInOwesSecondFactor } from '../../identity/proofs/proofs.ts';
import { noteFailedSignIn } from '../../identity/sessions/failed-sign-ins.ts';
import { rememberDevice } from '../../identity/sessions/known-devices.ts';
import { isNewBrowser, tellOfNewBrowser } from '../../identity/sessions/new-browser.ts';
import { beginPasswordSession, refuseClosed } from '../../identity/sessions/sessions.ts';
import { type UserRow, users } from '../../identity/tables.ts';
import { toSessionUser, toUser, toUserBeforeFactor } from '../../identity/users.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { Failure } from '../../runtime/failure.ts';
import { findAccountToOpen } from './accounts.ts';
import { hasOpenedLink } from './opened-link.ts';
import { countAttempt } from './password/password-attempts.ts';

type Credentials = { email: string; password: string };

const refuse = (message: string, accountId?: string) =>
  new Failure('invalid_credentials', { message, accountId });

// Only the browser that opened its link learns that an account has no password.
const refusalOf = (deps: Deps, cookies: Cookies, user: UserRow) =>
  !user.passwordHash && hasOpenedLink(deps, cookies, user)
    ? authMessages.choosePassword
    : authMessages.invalidCredentials;

// The opener reads the mail, and has just shown the password.
const provePassword = async (deps: Deps, cookies: Cookies, user: UserRow) => {
  if (!user.passwordHash || !hasUnprovenPassword(user) || !hasOpenedLink(deps, cookies, user)) return;
  await deps.db
    .update(users)
    .set({ passwordProvenAt: deps.now() })
    .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)));
};

type Begin = (tx: Db) => Promise<Session | null>;

const beginAndTell = (deps: Deps, actor: Visitor, user: UserRow, begin: Begin) =>
  deps.db.transaction(async (tx) => {
    const session = await begin(tx);
    if (session) await tellOfNewBrowser(deps, tx, actor, user);
    return session;
  });

export const logIn = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  { email, password }: Credentials,
): Promise<{ user: User; session: Session }> => {
  const { user, identities, factors } = await findAccountToOpen(deps.db, email);
  const attempt = await countAttempt(deps, actor, cookies, email, user);
  // An unknown address is hashed too, so that it takes as long as a wrong password.
  const matches = await deps.passwords.verify(password, user?.passwordHash ?? null, attempt.caller);
  if (!user || !matches) noteFailedSignIn(deps, actor, email);
  if (!user) throw refuse(authMessages.invalidCredentials);
  if (!matches) throw refuse(refusalOf(deps, cookies, user), user.id);

  await attempt.forget();
  refuseClosed(deps, user);
  const sessionUser = toSessionUser(user, identities, factors, deps.now());
  const begin = (tx: Db) => beginPasswordSession(deps, tx, actor, user, sessionUser);
  const isNew =
    !hasOpenedLink(deps, cookies, user) && (await isNewBrowser(deps, deps.db, actor, cookies, user));
  const session = await (isNew ? beginAndTell(deps, actor, user, begin) : begin(deps.db));
  if (!session) throw refuse(authMessages.invalidCredentials, user.id);
  await provePassword(deps, cookies, user);
  // The password alone makes no device a known one.
  if (signInOwesSecondFactor(session)) return { user: toUserBeforeFactor(user), session };
  rememberDevice(deps, cookies, user);
  return { user: toUser(user), session };
};
