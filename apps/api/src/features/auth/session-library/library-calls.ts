// The calls of the session library that the portal's own calls also make, in the library's shapes.

import * as auth from '@ballast/contract/auth';
import type { Received } from '@ballast/contract/endpoint';
import { errorTexts } from '@ballast/contract/errors';
import type * as contract from '@ballast/contract/session';
import { Failure } from '../../../http/failure.ts';
import type { Cookies } from '../../../http/serve.ts';
import type { Actor, Visitor } from '../../../identity/actor.ts';
import { rememberDevice } from '../../../identity/known-devices.ts';
import type { UserRow } from '../../../identity/tables.ts';
import { consumeToken } from '../../../identity/throttles.ts';
import { readSessionUser, toSessionUser } from '../../../identity/users.ts';
import type { Deps } from '../../../runtime/deps.ts';
import { requestEmailChange } from '../change-email.ts';
import { requestPasswordReset } from '../forgot-password.ts';
import { countAttempt } from '../password-attempts.ts';
import { setPassword } from '../set-password.ts';
import { signUp } from '../sign-up.ts';
import { resendVerification } from '../verification-mail.ts';
import { readCodeExchange } from './pkce.ts';

type SignUp = Received<typeof contract.signUpByLibrary>;
type Recover = Received<typeof contract.recover>;
type Resend = Received<typeof contract.resend>;
type UserUpdate = Received<typeof contract.updateSessionUser>['body'];

const readEmail = (value: string | undefined) => {
  const email = auth.email.safeParse(value);
  if (email.success) return email.data;
  const message = email.error.issues[0]?.message ?? auth.authMessages.emailShape;
  throw new Failure('validation_failed', { message, fields: { email: message } });
};

const readNewPassword = (value: string | undefined) => {
  const password = auth.newPassword.safeParse(value);
  const message = auth.authMessages.passwordRule;
  if (!password.success) throw new Failure('weak_password', { message, fields: { password: message } });
  return password.data;
};

// The library's sign-up has no name of its own; it may come with the metadata.
const readFullName = (data: Record<string, unknown> | undefined, email: string) => {
  const name = data?.full_name ?? data?.fullName ?? data?.name;
  const fullName = auth.fullName.safeParse(name);
  return fullName.success ? fullName.data : (email.split('@')[0] ?? email);
};

export const signUpByLibrary = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  body: SignUp['body'],
  query: SignUp['query'],
) => {
  const email = readEmail(body.email);
  const password = readNewPassword(body.password);
  const exchange = readCodeExchange(deps.config, body, query.redirect_to, '/verify-email');
  const account = { email, password, fullName: readFullName(body.data, email) };
  return toSessionUser(await signUp(deps, actor, cookies, account, exchange), [], [], deps.now());
};

export const recover = async (deps: Deps, actor: Visitor, body: Recover['body'], query: Recover['query']) => {
  const exchange = readCodeExchange(deps.config, body, query.redirect_to, '/reset-password');
  await requestPasswordReset(deps, actor, readEmail(body.email), exchange);
  return {};
};

export const resend = async (deps: Deps, actor: Visitor, body: Resend['body'], query: Resend['query']) => {
  const exchange = readCodeExchange(deps.config, body, query.redirect_to, '/verify-email');
  await resendVerification(deps, actor, readEmail(body.email), exchange);
  return {};
};

const checkCurrentPassword = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: UserRow,
  current: string | undefined,
) => {
  if (!current) throw new Failure('current_password_required');
  const attempt = await countAttempt(deps, actor, cookies, owner.email, owner);
  if (!(await deps.passwords.verify(current, owner.passwordHash, attempt.caller)))
    throw new Failure('current_password_invalid');
  await attempt.forget();
};

export const updateSessionUser = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: UserRow,
  update: UserUpdate,
) => {
  if (update.password !== undefined) {
    const password = readNewPassword(update.password);
    if (actor.kind === 'recovery') await consumeToken(deps, actor);
    else await checkCurrentPassword(deps, actor, cookies, owner, update.current_password);
    const passwordHash = await setPassword(deps, actor, owner, password);
    rememberDevice(deps, cookies, { id: owner.id, passwordHash });
  }
  if (update.email !== undefined) {
    // The session of a reset link may only set a password.
    if (actor.kind === 'recovery')
      throw new Failure('session_not_found', { message: errorTexts.sessionNotFound });
    await requestEmailChange(deps, actor, owner, readEmail(update.email));
  }
  return readSessionUser(deps.db, owner, deps.now());
};
