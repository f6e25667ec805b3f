// Which account a provider opens, through the front door: provider × address verified there × account here × linked
// already × signed in.

import { logIn } from '@ballast/contract/auth/auth';
import { disconnectProvider, listConnections } from '@ballast/contract/auth/provider-calls';
import { type Provider, providers } from '@ballast/contract/auth/providers';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, newAddress, password } from '../../../testing/test-app.ts';
import { users } from '../../identity/tables.ts';

const started = useProviderApp();

type Here = 'nobody' | 'unverified' | 'verified';
type Linked = 'nothing' | 'this account' | 'another account';
type Outcome = 'new account' | 'that account' | 403 | 409;

const signInTable: [boolean, Here, Linked, Outcome][] = [
  [true, 'nobody', 'nothing', 'new account'],
  [true, 'unverified', 'nothing', 'new account'],
  [true, 'verified', 'nothing', 'that account'],
  [true, 'verified', 'this account', 'that account'],
  [true, 'verified', 'another account', 409],
  [false, 'nobody', 'nothing', 403],
  [false, 'unverified', 'nothing', 403],
  [false, 'verified', 'nothing', 403],
  [false, 'verified', 'this account', 'that account'],
  [false, 'verified', 'another account', 403],
];

const accountHere = async (email: string, here: Here) => {
  const { app } = started();
  if (here === 'nobody') return null;
  if (here === 'verified') return app.verifiedUser(email);
  await app.signUpUnverified(email);
  return app.signIn(email);
};

describe.each(providers)('%s', (provider: Provider) => {
  const conflict = expect.stringContaining('account is associated with a different user');

  test.each(signInTable)(
    'signing in, address verified there: %s, account here: %s, linked: %s → %s',
    async (emailVerified, here, linked, outcome) => {
      const { signInWith, linkWith } = started();
      const email = newAddress('link');
      const account = await accountHere(email, here);
      const person = newPerson({ email, emailVerified });
      const token = account?.session.access_token ?? '';
      if (linked === 'this account') await linkWith(provider, person, token);
      if (linked === 'another account') await linkWith(provider, newPerson(), token);

      const { status, body } = await signInWith(provider, person);
      if (typeof outcome === 'number') return expect(status).toBe(outcome);
      expect(status).toBe(200);
      expect(body.user.email).toBe(email);
      expect(body.user.id === account?.user.id).toBe(outcome === 'that account');
      expect(body.user.authMethod).toBe(outcome === 'that account' ? 'EMAIL' : provider.toUpperCase());
    },
  );

  test.each([true, false])('connecting from Settings, address verified there: %s', async (emailVerified) => {
    const { app, linkWith, activitiesOf } = started();
    const { session, user, call } = await app.verifiedUser();
    const person = newPerson({ emailVerified });
    const { status, body } = await linkWith(provider, person, session.access_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      session: null,
      redirectTo: 'settings',
      user: { id: user.id, authMethod: 'EMAIL' },
    });
    expect(body.user.githubProfile).toBe(provider === 'github' ? person.username : null);
    expect(await call(listConnections)).toMatchObject([{ provider, email: person.email, primary: false }]);
    expect((await activitiesOf(user.id))[0]?.type).toBe('oauth_connected');
  });

  test('an account without an address can be connected', async () => {
    const { app, linkWith } = started();
    const { session, call } = await app.verifiedUser();
    const { status } = await linkWith(provider, newPerson({ email: null }), session.access_token);
    expect(status).toBe(200);
    expect(await call(listConnections)).toMatchObject([{ provider, email: '' }]);
  });

  test('connecting the same account again changes nothing', async () => {
    const { app, linkWith } = started();
    const { session, call } = await app.verifiedUser();
    const person = newPerson();
    await linkWith(provider, person, session.access_token);
    const again = await linkWith(provider, person, session.access_token);
    expect(again.status).toBe(200);
    expect(await call(listConnections)).toHaveLength(1);
  });

  test('what belongs to somebody else cannot be connected', async () => {
    const { app, linkWith, signInWith } = started();
    const person = newPerson();
    const owner = await signInWith(provider, person);
    const { session, call } = await app.verifiedUser();
    const { status, body } = await linkWith(provider, person, session.access_token);
    expect([status, body.code, body.message]).toEqual([409, 'conflict', conflict]);
    expect(await call(listConnections)).toEqual([]);
    expect((await signInWith(provider, person)).body.user.id).toBe(owner.body.user.id);
  });

  test('a second account of the provider cannot be connected', async () => {
    const { app, linkWith } = started();
    const { session, call } = await app.verifiedUser();
    await linkWith(provider, newPerson(), session.access_token);
    const { status, body } = await linkWith(provider, newPerson(), session.access_token);
    expect([status, body.message]).toEqual([409, conflict]);
    expect(await call(listConnections)).toHaveLength(1);
  });

  test('two users who connect one account at once: one gets it, the other is told', async () => {
    const { app, linkWith } = started();
    const person = newPerson();
    const [one, two] = [await app.verifiedUser(), await app.verifiedUser()];
    const answers = await Promise.all([
      linkWith(provider, person, one.session.access_token),
      linkWith(provider, person, two.session.access_token),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a linked account is disconnected, and no longer signs in to it', async () => {
    const { app, linkWith, signInWith, activitiesOf } = started();
    const { session, user, call } = await app.verifiedUser();
    const person = newPerson();
    await linkWith(provider, person, session.access_token);
    const answer = await call(disconnectProvider, { body: { provider } });
    expect(answer).toMatchObject({
      message: expect.stringMatching(/disconnected$/),
      user: { githubProfile: null },
    });
    expect(await call(listConnections)).toEqual([]);
    expect((await activitiesOf(user.id))[0]?.type).toBe('oauth_disconnected');
    expect((await signInWith(provider, person)).body.user.id).not.toBe(user.id);
    const refusal = await failureOf(call(disconnectProvider, { body: { provider } }));
    expect([refusal.status, refusal.message]).toEqual([
      404,
      expect.stringMatching(/^No .* account is connected$/),
    ]);
  });

  test('the primary sign-in cannot be disconnected', async () => {
    const { app, signInWith } = started();
    const { session } = (await signInWith(provider, newPerson())).body;
    const call = app.callAs(session?.access_token ?? '');
    const refusal = await failureOf(call(disconnectProvider, { body: { provider } }));
    expect([refusal.status, refusal.message]).toEqual([
      409,
      expect.stringMatching(/is your primary sign-in/),
    ]);
  });

  test('the last way in cannot be disconnected', async () => {
    const { app, linkWith } = started();
    const { session, user, call } = await app.verifiedUser();
    await linkWith(provider, newPerson(), session.access_token);
    await app.deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    const refusal = await failureOf(call(disconnectProvider, { body: { provider } }));
    expect([refusal.status, refusal.message]).toEqual([
      409,
      'This is your only way to sign in. Set a password first.',
    ]);
  });
});

test('a stranger who registered the address first loses the account to its owner', async () => {
  const { app, signInWith } = started();
  const email = newAddress('victim');
  await app.signUpUnverified(email, 'Stranger');
  const stranger = await app.signIn(email);
  const owner = await signInWith('google', newPerson({ email, name: 'The owner' }));
  expect(owner.body.user).toMatchObject({ email, fullName: 'The owner', authMethod: 'GOOGLE' });

  expect((await failureOf(stranger.call(getProfile))).status).toBe(401);
  expect((await failureOf(app.call(logIn, { body: { email, password } }))).code).toBe('invalid_credentials');
});

test('GitHub and Google with one verified address are one account', async () => {
  const { signInWith } = started();
  const email = newAddress('both');
  const github = await signInWith('github', newPerson({ email }));
  const google = await signInWith('google', newPerson({ email: email.toUpperCase() }));
  expect(google.body.user).toMatchObject({ id: github.body.user.id, authMethod: 'GITHUB' });
});

test('somebody who has not verified an address cannot connect anything', async () => {
  const { app } = started();
  const { session } = await app.signIn(await app.signUpUnverified());
  const answer = await app.post('/auth/oauth/link', '{"provider":"github"}', {
    authorization: `Bearer ${session.access_token}`,
  });
  expect(answer.status).toBe(403);
});
