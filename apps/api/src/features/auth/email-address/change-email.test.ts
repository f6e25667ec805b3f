import { changeEmail, confirmEmailChange, logIn } from '@ballast/contract/auth/auth';
import { getProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../../testing/test-app.ts';

const app = useTestApp();

const linkIn = async (to: string) => {
  const mail = await app().waitForMail(to, /^Confirm your new email/);
  const url = new URL(mail.links[0] ?? '');
  expect(`${url.pathname} ${url.searchParams.get('type')}`).toBe('/verify-email email_change');
  return url.searchParams.get('token') ?? '';
};
// The person who asked for the link opens it: signed in, or with the password.
const confirm = (token: string) => app().call(confirmEmailChange, { body: { token, password } });

test('a new address is confirmed by its own link, and the old one is told before and after', async () => {
  const { email, call } = await app().verifiedUser();
  const newEmail = newAddress('new');
  expect(await call(changeEmail, { body: { newEmail } })).toEqual({
    message: 'Check the new address for a link to confirm it.',
  });
  expect((await app().waitForMail(email, /asked to change the email/)).text).toContain(newEmail);
  expect(await call(getProfile)).toMatchObject({ email });

  expect(await confirm(await linkIn(newEmail))).toEqual({ message: 'Email changed' });
  expect(await call(getProfile)).toMatchObject({ email: newEmail, emailVerified: true });
  await app().waitForMail(email, /email was changed/);
  await app().call(logIn, { body: { email: newEmail, password } });
  expect((await failureOf(app().call(logIn, { body: { email, password } }))).code).toBe(
    'invalid_credentials',
  );
});

test('a developer who mistyped the address signs up again with the right one', async () => {
  const mistyped = await app().signUpUnverified();
  const { call } = await app().signIn(mistyped);
  const right = newAddress('right');
  expect(await failureOf(call(changeEmail, { body: { newEmail: right } }))).toMatchObject({
    status: 403,
    code: 'email_not_verified',
  });
  expect((await app().verifiedUser(right)).user).toMatchObject({ email: right, emailVerified: true });
});

test('a taken address gets the same answer, and its owner a mail', async () => {
  const owner = await app().verifiedUser();
  const { call } = await app().verifiedUser();
  const reply = await call(changeEmail, { body: { newEmail: owner.email } });
  expect(reply).toEqual({ message: 'Check the new address for a link to confirm it.' });
  await app().waitForMail(owner.email, /already have/);
});

test('an address that was taken in the meantime is refused, and nothing changes', async () => {
  const { call, email } = await app().verifiedUser();
  const newEmail = newAddress('contested');
  await call(changeEmail, { body: { newEmail } });
  const token = await linkIn(newEmail);
  await app().verifiedUser(newEmail);
  expect(await failureOf(confirm(token))).toMatchObject({
    status: 409,
    message: 'This address already has an account.',
  });
  expect(await call(getProfile)).toMatchObject({ email });
});

test('an account that never verified the address gives way to the one that did', async () => {
  const squatted = await app().signUpUnverified(newAddress('squatted'));
  const { call } = await app().verifiedUser();
  await call(changeEmail, { body: { newEmail: squatted } });
  await confirm(await linkIn(squatted));
  expect(await call(getProfile)).toMatchObject({ email: squatted });
});

test('a link works once, for 24 hours, and only as it was sent', async () => {
  const { call } = await app().verifiedUser();
  const newEmail = newAddress('once');
  await call(changeEmail, { body: { newEmail } });
  const token = await linkIn(newEmail);
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  expect((await failureOf(confirm(changed))).code).toBe('link_invalid');
  expect((await failureOf(app().call(confirmEmailChange, { body: { token: 'x' } }))).code).toBe(
    'link_invalid',
  );
  await confirm(token);
  expect((await failureOf(confirm(token))).code).toBe('link_invalid');
});

test('the present address is refused on its field', async () => {
  const { call, email } = await app().verifiedUser();
  const failure = await failureOf(call(changeEmail, { body: { newEmail: email.toUpperCase() } }));
  expect(failure).toMatchObject({ status: 422, fields: { newEmail: 'This is already your email' } });
});
