// A password that everybody guesses first is refused wherever one can be set.
import { authMessages, forgotPassword, logIn, resetPassword, signUp } from '@ballast/contract/auth';
import { signUpByLibrary, updateSessionUser } from '@ballast/contract/session';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const common = 'Password1!';
const refusal = { status: 422, code: 'weak_password', message: authMessages.passwordCommon };

test('a sign-up with a common password is refused at its field, and makes no account', async () => {
  const email = newAddress();
  const body = { email, password: common, fullName: 'Mara Okafor', authMethod: 'EMAIL' as const };
  const failure = await failureOf(app().call(signUp, { body }));
  expect(failure).toMatchObject({ ...refusal, fields: { password: authMessages.passwordCommon } });
  expect((await failureOf(app().call(logIn, { body: { email, password: common } }))).code).toBe(
    'invalid_credentials',
  );
});

test('a reset to a common password is refused, and the link stays good', async () => {
  const { email } = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  expect(await failureOf(app().call(resetPassword, { body: { token, password: common } }))).toMatchObject({
    ...refusal,
    fields: { password: authMessages.passwordCommon },
  });
  await app().call(resetPassword, { body: { token, password: 'Lantern-harbour4!' } });
});

test('the session library is told in its own words that a password is common', async () => {
  const told = { ...refusal, body: { weak_password: { reasons: ['pwned'] } } };
  const signedUp = app().call(signUpByLibrary, {
    query: {},
    body: { email: newAddress(), password: common },
  });
  expect(await failureOf(signedUp)).toMatchObject(told);
  const { call } = await app().verifiedUser();
  const changed = call(updateSessionUser, {
    query: {},
    body: { password: common, current_password: password },
  });
  expect(await failureOf(changed)).toMatchObject(told);
});

test('the name of the portal is no password', async () => {
  const body = { email: newAddress(), fullName: 'Mara Okafor', authMethod: 'EMAIL' as const };
  const failure = await failureOf(app().call(signUp, { body: { ...body, password: 'Ballast2026!' } }));
  expect(failure).toMatchObject(refusal);
});
