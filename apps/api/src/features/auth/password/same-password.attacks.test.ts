// A new password is another one than the old one, also where "This wasn't me" ended the old one.
import { forgotPassword, logIn, resetPassword } from '@ballast/contract/auth/auth';
import { errors } from '@ballast/contract/http/errors';
import { expect, test } from 'vitest';
import { logInCli } from '../../../../testing/cli-login.ts';
import { useNotMe } from '../../../../testing/not-me.ts';
import { libraryOf } from '../../../../testing/session-library.ts';
import { failureOf, password, useTestApp } from '../../../../testing/test-app.ts';

const app = useTestApp();
const { tokenIn, press } = useNotMe(app);

const { message } = errors.same_password;
const refusal = { status: 422, code: 'same_password', message, fields: { password: message } };
const another = 'An0ther-harbour!';

const resetTo = async (email: string, chosen: string) => {
  const { access_token: token = '' } = await app().resetLink(email);
  return app().call(resetPassword, { body: { token, password: chosen } });
};

test('a change to the password that the account has is refused in the words of the library', async () => {
  const { session } = await app().verifiedUser();
  const library = await libraryOf(app(), session);
  const { error } = await library.updateUser({ password, current_password: password });
  expect(error).toMatchObject({ status: 422, code: 'same_password', message });
  expect((await library.updateUser({ password: another, current_password: password })).error).toBeNull();
});

test('a reset link refuses the old password at its field, and is good for another one', async () => {
  const { email } = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email } });
  expect(await failureOf(resetTo(email, password))).toMatchObject(refusal);
  await resetTo(email, another);
  await app().call(logIn, { body: { email, password: another } });
});

test('the password that "This wasn’t me" ended cannot be chosen again', async () => {
  const owner = await app().verifiedUser();
  await logInCli(app(), owner, 'thief');
  await press(await tokenIn(owner.email, /^A device was authorized/));
  expect(await failureOf(resetTo(owner.email, password))).toMatchObject(refusal);
  await resetTo(owner.email, another);
});
