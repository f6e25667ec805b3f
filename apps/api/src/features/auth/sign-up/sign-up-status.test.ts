import { getSignUpStatus, signUp, verifyEmail } from '@ballast/contract/auth/auth';
import { expect, test } from 'vitest';
import { newAddress, password, useTestApp } from '../../../../testing/test-app.ts';

const app = useTestApp();
type Browser = ReturnType<ReturnType<typeof app>['inBrowser']>;

const register = (browser: Browser, email: string) =>
  browser(signUp, { body: { email, password, fullName: 'Mara Okafor', authMethod: 'EMAIL' } });
const isVerified = async (browser: Browser, email: string) =>
  (await browser(getSignUpStatus, { body: { email } })).verified;
const openLink = async (browser: Browser, email: string) =>
  browser(verifyEmail, { body: { token: await app().verificationToken(email), type: 'email' } });

test('a browser that signed up hears that its link was opened on another device', async () => {
  const email = newAddress();
  const [laptop, phone] = [app().inBrowser(), app().inBrowser()];
  await register(laptop, email);
  expect(await isVerified(laptop, email)).toBe(false);
  await openLink(phone, email);
  expect(await isVerified(laptop, email)).toBe(true);
  expect(await isVerified(phone, email)).toBe(false);
});

test('a stranger who signs up with a verified address learns nothing about it', async () => {
  const email = newAddress();
  const [owner, stranger] = [app().inBrowser(), app().inBrowser()];
  await register(owner, email);
  await openLink(owner, email);
  await register(stranger, email);
  expect(await isVerified(stranger, email)).toBe(false);
});

test('a stranger who signed up first does not hear that the owner verified the address', async () => {
  const email = newAddress();
  const [owner, stranger] = [app().inBrowser(), app().inBrowser()];
  await register(stranger, email);
  await register(owner, email);
  await openLink(owner, email);
  expect(await isVerified(owner, email)).toBe(true);
  expect(await isVerified(stranger, email)).toBe(false);
});
