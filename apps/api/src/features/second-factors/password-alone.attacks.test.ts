// Somebody knows the password of an account that has a second factor, and has shown nothing else. Nothing happens to the owner.

import { forgotPassword, logIn, resetPassword } from '@ballast/contract/auth/auth';
import { endSession, getSessionUser, issueToken } from '@ballast/contract/auth/session';
import type { Answer } from '@ballast/contract/http/endpoint';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { guardedUser, showCode } from '../../../testing/factors/authenticator.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, password } from '../../../testing/test-app.ts';
import { openBrowser } from '../../../testing/test-browser.ts';

const perMinute = 20;
const started = useProviderApp({
  LIMITS: `calls_per_account=${perMinute},second_factors_per_address=1000`,
});
const app = () => started().app;

const profile = {
  fullName: 'Mara Okafor',
  companyName: 'Northwind',
  companySize: 'SOLO_DEVELOPER',
  useCase: 'GAMING',
  website: 'https://northwind.dev',
} as const;

const owner = async () => {
  const person = await guardedUser(app());
  await person.call(updateProfile, { body: profile });
  return person;
};

test.each(['global', 'others', 'local'] as const)(
  'signing out with scope %s ends its own session alone',
  async (scope) => {
    const { email, call, factor } = await owner();
    await app().call(forgotPassword, { body: { email } });
    const { access_token: link = '' } = await app().resetLink(email);
    const thief = await app().signIn(email);
    await thief.call(endSession, { query: { scope } });
    expect((await failureOf(thief.call(getSessionUser))).code).toBe('session_not_found');
    await call(getProfile);
    const shown = await showCode(app().callAs(link), factor.id, factor.nextCode());
    await app().call(resetPassword, { body: { token: shown.access_token, password: 'Second-pass1!' } });
  },
);

const known = ['id', 'email', 'fullName', 'authMethod', 'emailVerified'];
const toldOf = (user: object) =>
  Object.entries(user).flatMap(([name, value]) => (value === null ? [] : [name]));

test('a sign-in tells nothing of the profile until the factor was shown, by password or provider', async () => {
  const { email, factor } = await owner();
  const { user, session } = await app().call(logIn, { body: { email, password } });
  expect(toldOf(user)).toEqual(known);
  const shown = await showCode(app().callAs(session?.access_token ?? ''), factor.id, factor.nextCode());
  expect(await app().callAs(shown.access_token)(getProfile)).toMatchObject(profile);

  const byGitHub = await started().signInWith('github', { ...newPerson(), email });
  expect(toldOf(byGitHub.body.user)).toEqual(known);
  const renewed = await app().call(issueToken, {
    query: { grant_type: 'refresh_token' },
    body: { refresh_token: byGitHub.body.session?.refresh_token },
  });
  expect(JSON.stringify(renewed.user)).not.toContain(profile.companyName);
});

test('its calls use up none of the owner’s', async () => {
  const { email, call } = await owner();
  const thief = await app().signIn(email);
  for (let i = 0; i < perMinute + 1; i += 1) await thief.call(getSessionUser).catch(() => {});
  await call(getProfile);
});

test('it makes no device a known one: the factor does', async () => {
  const { email, factor } = await owner();
  const browser = openBrowser(app());
  const { body } = await browser.post<Answer<typeof logIn>>(logIn.path, { email, password });
  expect([...browser.jar.keys()]).toEqual([]);
  const token = body.session?.access_token;
  const path = `/auth/v1/factors/${factor.id}`;
  const { body: challenge } = await browser.post<{ id: string }>(`${path}/challenge`, {}, token);
  const proof = { challenge_id: challenge.id, code: factor.nextCode() };
  expect((await browser.post(`${path}/verify`, proof, token)).status).toBe(200);
  expect([...browser.jar.keys()]).toEqual(['known-device']);
});
