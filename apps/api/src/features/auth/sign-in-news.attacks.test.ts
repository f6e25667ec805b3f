// What an owner learns of sign-ins to their account, and what a stranger cannot do with it.
import { listActivities } from '@ballast/contract/activities';
import { forgotPassword, logIn, logOut } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { browserFetch } from '@ballast/harness/browser-fetch';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

const news = /^New sign-in to your Ballast account/;
const newsTo = async (email: string) =>
  (await app().mails()).filter((mail) => mail.to === email && news.test(mail.subject));

const wrong = 'Wrong-horse1!';
const fail = (email: string) => failureOf(app().call(logIn, { body: { email, password: wrong } }));

const failuresOf = async (call: Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>['call']) =>
  (await call(listActivities, { query: { category: 'auth' } })).filter(({ type }) => type === 'login_failed');

test('a sign-in in a new browser is mailed; the first one and those of a known browser are not', async () => {
  const { email } = await app().verifiedUser();
  const browser = createClient({ portalUrl: app().url, fetch: browserFetch() });
  await browser(logIn, { body: { email, password } });
  const mail = await app().waitForMail(email, news);
  expect(mail.text).toMatch(/from 127\.0\.0\.1 with an unknown browser on an unknown system\./);
  expect(mail.links.some((link) => link.includes('/auth/this-was-not-me?token='))).toBe(true);
  // The same browser again is no news. What comes after it would be mailed after it.
  await browser(logIn, { body: { email, password } });
  await app().call(forgotPassword, { body: { email } });
  await app().resetLink(email);
  expect(await newsTo(email)).toHaveLength(1);
});

test('whoever keeps no cookies is told of three times a day, and a browser of another kind all the same', async () => {
  const { email } = await app().verifiedUser();
  for (let times = 0; times < 5; times += 1) await app().signIn(email);
  await app().waitForMail(email, news, 3);
  await app().post(logIn.path, JSON.stringify({ email, password }), { 'user-agent': 'Firefox/140.0 Linux' });
  const mail = await app().waitForMail(email, news, 4);
  expect(mail.text).toContain('Firefox on Linux');
  expect(await newsTo(email)).toHaveLength(4);
});

test('the owner sees failed sign-ins with address and browser, and a flood of them leaves three entries an hour', async () => {
  const { email, call } = await app().verifiedUser();
  for (let times = 0; times < 6; times += 1) expect((await fail(email)).code).toBe('invalid_credentials');
  const entries = await waitFor('the entries to be written', async () => {
    const found = await failuresOf(call);
    if (found.length < 3) throw new Error(`there are ${found.length}`);
    return found;
  });
  expect(entries[0]).toMatchObject({
    title: 'login_failed',
    description: 'from 127.0.0.1, an unknown browser on an unknown system',
  });
  await call(logOut);
  const again = await app().signIn(email);
  expect(await failuresOf(again.call)).toHaveLength(3);
});

test('an address without an account is refused in the same words and leaves nothing', async () => {
  const { email } = await app().verifiedUser();
  const [known, unknown] = [await fail(email), await fail(newAddress('nobody'))];
  expect({ ...unknown, requestId: null }).toEqual({ ...known, requestId: null });
});
