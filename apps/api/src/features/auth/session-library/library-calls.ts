import * as auth from '@ballast/contract/auth/auth';
import type * as contract from '@ballast/contract/auth/session';
import type { Received } from '@ballast/contract/http/endpoint';
import type { Deps } from '../../../http/deps.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { storedChallenge } from '../../../identity/proofs/code-challenge.ts';
import { toSessionUser } from '../../../identity/users.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure, invalidField } from '../../../runtime/failure.ts';
import type { Config } from '../../../runtime/settings/config.ts';
import { resendVerification } from '../email-address/verification-mail.ts';
import type { CodeExchange } from '../one-time-tokens.ts';
import { requestPasswordReset } from '../password/forgot-password.ts';
import { signUp } from '../sign-up/sign-up.ts';

// PKCE by mail: the link leads to a page of the portal with a code, and only the requesting client has the verifier that turns it
// into a session.
type Challenge = { code_challenge?: string | null | undefined };

// A foreign redirect is no error for the library: the portal's own page replaces it.
const ownPage = (config: Config, redirectTo: string | undefined, page: string) => {
  const own = `${config.publicUrl}${page}`;
  if (!redirectTo || !URL.canParse(redirectTo)) return own;
  const url = new URL(redirectTo);
  // The requester need not be the reader: a fragment could carry a session of the requester's.
  url.hash = '';
  const isOwn = url.origin === new URL(own).origin && url.pathname === page && !url.username && !url.password;
  return isOwn ? url.href : own;
};

const readCodeExchange = (
  config: Config,
  { code_challenge }: Challenge,
  redirectTo: string | undefined,
  page: string,
): CodeExchange | undefined => {
  if (!code_challenge) return undefined;
  return { codeChallenge: storedChallenge(code_challenge), linkTo: ownPage(config, redirectTo, page) };
};

type SignUp = Received<typeof contract.signUpByLibrary>;
type Recover = Received<typeof contract.recover>;
type Resend = Received<typeof contract.resend>;

export const readEmail = (value: string | undefined) => {
  const email = auth.email.safeParse(value);
  if (email.success) return email.data;
  throw invalidField('email', email.error.issues[0]?.message ?? auth.authMessages.emailShape);
};

export const readNewPassword = (value: string | undefined) => {
  const password = auth.newPassword.safeParse(value);
  const message = auth.authMessages.passwordRule;
  if (!password.success) throw new Failure('weak_password', { message, fields: { password: message } });
  return password.data;
};

// The name may come with the metadata.
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
