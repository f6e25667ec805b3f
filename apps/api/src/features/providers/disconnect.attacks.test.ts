// A provider that is disconnected lets nobody in any more, and nobody whom it has let in stays.

import { changeEmail } from '@ballast/contract/auth/auth';
import { disconnectProvider } from '@ballast/contract/auth/provider-calls';
import { issueToken } from '@ballast/contract/auth/session';
import { getProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, newAddress } from '../../../testing/test-app.ts';
import { sessionProofs } from '../../identity/factors/tables.ts';

const started = useProviderApp();
const app = () => started().app;

const signInAt = async (provider: 'github' | 'google', person: ReturnType<typeof newPerson>) => {
  const { body } = await started().signInWith(provider, person);
  if (!body.session) throw new Error('no session');
  return { session: body.session, call: app().callAs(body.session.access_token) };
};

// An account with a password that GitHub and Google open as well.
const connected = async () => {
  const owner = await app().verifiedUser();
  const person = { ...newPerson(), email: owner.email };
  return { owner, github: await signInAt('github', person), google: await signInAt('google', person) };
};

const disconnect = { body: { provider: 'github' } } as const;

test('disconnecting a provider ends the sessions that it opened, and no others', async () => {
  const { owner, github, google } = await connected();
  await owner.call(disconnectProvider, disconnect);
  expect((await failureOf(github.call(getProfile))).status).toBe(401);
  const refreshed = app().call(issueToken, {
    query: { grant_type: 'refresh_token' },
    body: { refresh_token: github.session.refresh_token },
  });
  expect((await failureOf(refreshed)).code).toBe('refresh_token_not_found');
  await owner.call(getProfile);
  await google.call(getProfile);
});

test('whoever disconnects the provider that let them in stays, and proves who they are before the next step', async () => {
  const { owner, github } = await connected();
  await github.call(disconnectProvider, disconnect);
  await github.call(getProfile);
  await owner.call(getProfile);
  const change = github.call(changeEmail, { body: { newEmail: newAddress() } });
  expect((await failureOf(change)).code).toBe('reauthentication_required');
});

test('a session that does not say which provider opened it ends with any', async () => {
  const { owner, google } = await connected();
  await app().deps.db.update(sessionProofs).set({ identityId: null });
  await owner.call(disconnectProvider, disconnect);
  expect((await failureOf(google.call(getProfile))).status).toBe(401);
  await owner.call(getProfile);
});
