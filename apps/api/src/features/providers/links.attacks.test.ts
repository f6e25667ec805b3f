// A provider link that was begun with a stolen session.

import { forgotPassword, resetPassword } from '@ballast/contract/auth';
import { listConnections } from '@ballast/contract/provider-calls';
import { endSession } from '@ballast/contract/session';
import { expect, test } from 'vitest';
import { useProviderApp } from '../../../testing/provider-app.ts';
import { newPerson } from '../../../testing/provider-person.ts';
import { failureOf } from '../../../testing/test-app.ts';
import { openBrowser } from '../../../testing/test-browser.ts';

const started = useProviderApp();

const beginLink = async (token: string) => {
  const { app, github } = started();
  const browser = openBrowser(app);
  const person = newPerson();
  github.person(person);
  const { authUrl } = (await browser.link('github', token)).body;
  const callback = await github.consent(authUrl);
  return { person, finish: () => browser.finish({ ...callback, provider: 'github' }) };
};

test('row 2: a provider link that was begun before the password was reset cannot be finished after it', async () => {
  const { app, signInWith } = started();
  const { email, user, session } = await app.verifiedUser();
  const stolen = await beginLink(session.access_token);
  await app.call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app.resetLink(email);
  await app.call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });

  const { status, body } = await stolen.finish();
  expect([status, body.code]).toEqual([400, 'state_invalid']);
  expect((await signInWith('github', stolen.person)).body.user.id).not.toBe(user.id);
});

test('row 2: a provider link ends with the session that began it', async () => {
  const { app } = started();
  const { email, session } = await app.verifiedUser();
  const stolen = await beginLink(session.access_token);
  await app.callAs(session.access_token)(endSession, { query: { scope: 'local' } });
  expect((await stolen.finish()).body.code).toBe('state_invalid');
  expect(await (await app.signIn(email)).call(listConnections)).toEqual([]);
});

test('row 2: the owner is told when a provider is connected and when it is disconnected', async () => {
  const { app, linkWith } = started();
  const { email, session, call } = await app.verifiedUser();
  const person = newPerson();
  await linkWith('github', person, session.access_token);
  const connected = await app.waitForMail(email, /^GitHub was connected to your/);
  expect(connected.text).toContain(person.username);
  expect(connected.text).toContain('127.0.0.1');

  await openBrowser(app).post('/auth/oauth/disconnect', { provider: 'github' }, session.access_token);
  await app.waitForMail(email, /^GitHub was disconnected from your/);
  expect(await call(listConnections)).toEqual([]);
  expect((await failureOf(app.callAs('x')(listConnections))).status).toBe(401);
});
