// The calls of the session library that the portal's own calls also make, in the library's shapes.

import * as auth from '@ballast/contract/auth/auth';
import type * as contract from '@ballast/contract/auth/session';
import type { Received } from '@ballast/contract/http/endpoint';
import type { Deps } from '../../../http/deps.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { toSessionUser } from '../../../identity/users.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure } from '../../../runtime/failure.ts';
import { resendVerification } from '../email-address/verification-mail.ts';
import { requestPasswordReset } from '../password/forgot-password.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { readCodeExchange } from './pkce.ts';

type SignUp = Received<typeof contract.signUpByLibrary>;
type Recover = Received<typeof contract.recover>;
type Resend = Received<typeof contract.resend>;

export const readEmail = (value: string | undefined) => {
  const email = auth.email.safeParse(value);
  if (email.success) return email.data;
  const message = email.error.issues[0]?.message ?? auth.authMessages.emailShape;
  throw new Failure('validation_failed', { message, fields: { email: message } });
};

export const readNewPassword = (value: string | undefined) => {
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

export const recover = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  body: Recover['body'],
  query: Recover['query'],
) => {
  const exchange = readCodeExchange(deps.config, body, query.redirect_to, '/reset-password');
  await requestPasswordReset(deps, actor, cookies, { email: readEmail(body.email), exchange });
  return {};
};

export const resend = async (deps: Deps, actor: Visitor, body: Resend['body'], query: Resend['query']) => {
  const exchange = readCodeExchange(deps.config, body, query.redirect_to, '/verify-email');
  await resendVerification(deps, actor, readEmail(body.email), exchange);
  return {};
};
