// The calls of the session library that the portal's own calls also make, in the library's shapes.
import * as auth from '@ballast/contract/auth';
import { errorTexts } from '@ballast/contract/errors';
import type { signUpByLibrary, updateSessionUser } from '@ballast/contract/session';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../http/failure.ts';
import type { Call } from '../../../http/serve.ts';
import { sessionUserOf, toSessionUser } from '../../../users.ts';
import { askForEmailChange } from '../change-email.ts';
import { setPassword } from '../set-password.ts';
import { signUpAccount } from '../sign-up.ts';
import { exchangeOf } from './pkce.ts';

const invalid = (message: string) => new Failure('validation_failed', { message });

export const emailOf = (value: string | undefined) => {
  const email = auth.email.safeParse(value);
  if (!email.success) throw invalid(email.error.issues[0]?.message ?? auth.authMessages.emailShape);
  return email.data;
};

const strongPassword = (value: string | undefined) => {
  const password = auth.newPassword.safeParse(value);
  if (!password.success) throw new Failure('weak_password', { message: auth.authMessages.passwordRule });
  return password.data;
};

// The library's sign-up has no name of its own; it may come with the metadata.
const nameIn = (data: Record<string, unknown> | undefined, email: string) => {
  const name = data?.full_name ?? data?.fullName ?? data?.name;
  const fullName = auth.fullName.safeParse(name);
  return fullName.success ? fullName.data : (email.split('@')[0] ?? email);
};

export const signUpFromLibrary = async (
  deps: Deps,
  { body, query, client }: Call<typeof signUpByLibrary>,
) => {
  const email = emailOf(body.email);
  const chosen = { email, password: strongPassword(body.password), fullName: nameIn(body.data, email) };
  const exchange = exchangeOf(deps.config, body, query.redirect_to, '/verify-email');
  return toSessionUser(await signUpAccount(deps, chosen, client, exchange), []);
};

const checkCurrentPassword = async (deps: Deps, storedHash: string | null, current: string | undefined) => {
  if (!current) throw new Failure('current_password_required');
  if (await deps.passwords.verify(current, storedHash)) return;
  throw new Failure('current_password_invalid');
};

export const updateUserFromLibrary = async (
  deps: Deps,
  { body, session, client }: Call<typeof updateSessionUser>,
) => {
  if (session.kind === 'spent') throw new Failure('session_not_found', { message: 'The link has been used' });
  if (body.password !== undefined) {
    const password = strongPassword(body.password);
    if (session.kind !== 'recovery')
      await checkCurrentPassword(deps, session.user.passwordHash, body.current_password);
    await setPassword(deps, session, password, client);
  }
  if (body.email !== undefined) {
    // The session of a reset link may only set a password.
    if (session.kind === 'recovery')
      throw new Failure('session_not_found', { message: errorTexts.sessionNotFound });
    await askForEmailChange(deps, session.user, emailOf(body.email), client);
  }
  return sessionUserOf(deps.db, session.user);
};
