// Signing in with GitHub and Google, against servers that speak as they do.

import { listConnections } from '@ballast/contract/auth/provider-calls';
import { providers } from '@ballast/contract/auth/providers';
import { getPortal } from '@ballast/contract/portal';
import { describe, expect, test } from 'vitest';
import { portalUrl, useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { openBrowser } from '../../../testing/test-browser.ts';

const started = useProviderApp({ TRUST_PROXY: 'on' });
const browser = () => openBrowser(started().app);

describe.each(providers)('with %s', (provider) => {
  const name = { github: 'GitHub', google: 'Google' }[provider];

  test('a newcomer gets an account, a session and one activity', async () => {
    const person = newPerson();
    const { status, body } = await started().signInWith(provider, person);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: person.email,
      fullName: 'Noor Haddad',
      authMethod: provider.toUpperCase(),
      emailVerified: true,
      githubProfile: provider === 'github' ? person.username : null,
      avatarUrl: provider === 'github' ? `https://avatars.example/${person.username}.png` : null,
    });
    expect(body).toMatchObject({ redirectTo: null, from: null });
    const connections = await started().app.callAs(body.session?.access_token ?? '')(listConnections);
    expect(connections).toMatchObject([{ provider, email: person.email, primary: true }]);
    const log = await started().activitiesOf(body.user.id);
    expect(log.map(({ type, description }) => [type, description])).toEqual([
      ['oauth_signup', `${name}, from 127.0.0.1`],
    ]);
  });

  test('the second time it is the same account, even under a new address', async () => {
    const person = newPerson();
    const first = await started().signInWith(provider, person);
    const moved = { ...person, email: `moved.${person.email}`, emailVerified: false };
    const second = await started().signInWith(provider, moved);
    expect(second.body.user).toEqual(first.body.user);
    const log = await started().activitiesOf(first.body.user.id);
    expect(log.map(({ type }) => type)).toEqual(['oauth_login', 'oauth_signup']);
  });

  test('an address that the provider has not verified opens nothing', async () => {
    const { status, body } = await started().signInWith(provider, newPerson({ emailVerified: false }));
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: 'provider_email_unverified',
      message: `Verify your email address with ${name} first, then try again.`,
    });
  });

  test('an account without an address opens nothing', async () => {
    const { status, body } = await started().signInWith(provider, newPerson({ email: null }));
    expect([status, body.code]).toEqual([403, 'provider_email_unverified']);
  });

  test('names that break our rules are cut, not refused', async () => {
    const { body } = await started().signInWith(provider, newPerson({ name: `  ${'n'.repeat(300)}\0 ` }));
    expect(body.user.fullName).toBe('n'.repeat(100));
    const nameless = await started().signInWith(provider, newPerson({ name: ' ' }));
    expect(nameless.body.user.fullName).toBeNull();
  });

  test('the way back is kept: settings, or the command line’s request', async () => {
    const cases = [
      ['redirect_to=settings', 'settings', null],
      ['redirect_to=elsewhere', null, null],
      [
        `from=${encodeURIComponent('/cli/auth?state=a&redirect=http%3A%2F%2F127.0.0.1')}`,
        null,
        '/cli/auth?state=a&redirect=http%3A%2F%2F127.0.0.1',
      ],
      ['from=%2Fcli%2Fauth', null, '/cli/auth'],
    ] as const;
    for (const [query, redirectTo, from] of cases) {
      started().servers[provider].person(newPerson());
      const tab = browser();
      const { authUrl } = (await tab.start(provider, `${portalUrl}/auth/callback?${query}`)).body;
      expect(new URL(authUrl).searchParams.get('redirect_uri')).toBe(`${portalUrl}/auth/callback`);
      const { body } = await tab.finish({
        ...(await started().servers[provider].consent(authUrl)),
        provider,
      });
      expect([body.redirectTo, body.from]).toEqual([redirectTo, from]);
    }
  });

  test('two tabs of one browser can sign in at once', async () => {
    const tabs = browser();
    started().servers[provider].person(newPerson());
    const first = (await tabs.start(provider)).body.authUrl;
    const second = (await tabs.start(provider)).body.authUrl;
    for (const authUrl of [second, first]) {
      const answer = await tabs.finish({ ...(await started().servers[provider].consent(authUrl)), provider });
      expect(answer.status).toBe(200);
    }
  });

  test('two callbacks of one newcomer at once make one account', async () => {
    const person = newPerson();
    const answers = await Promise.all([1, 2, 3, 4].map(() => started().signInWith(provider, person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
    const log = await started().activitiesOf(answers[0]?.body.user.id ?? '');
    expect(log.map(({ type }) => type).sort()).toEqual([
      'oauth_login',
      'oauth_login',
      'oauth_login',
      'oauth_signup',
    ]);
  });
});

test('the activity shows the address of the person, not of the proxy', async () => {
  const { app, github, activitiesOf } = started();
  github.person(newPerson());
  const tab = browser();
  const { authUrl } = (await tab.start('github')).body;
  const [[name, value] = []] = [...tab.jar];
  const answer = await app.post(
    '/auth/oauth/callback',
    JSON.stringify({ ...(await github.consent(authUrl)), provider: 'github' }),
    { cookie: `${name}=${value}`, 'x-forwarded-for': '203.0.113.24' },
  );
  const { user } = (await answer.json()) as { user: { id: string } };
  expect((await activitiesOf(user.id))[0]?.description).toBe('GitHub, from 203.0.113.24');
});

test('only GitHub’s primary address counts, although another one is verified', async () => {
  const { status, body } = await started().signInWith('github', newPerson({ emailVerified: false }));
  expect([status, body.code]).toEqual([403, 'provider_email_unverified']);
});

test('the cookie of a sign-in is for this host, this site and no script, for ten minutes', async () => {
  const { setCookie } = await browser().start('github');
  expect(setCookie).toMatch(/^oauth-browser=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('the portal tells which providers it has', async () => {
  expect(await started().app.call(getPortal)).toMatchObject({ providers: ['github', 'google'] });
});
