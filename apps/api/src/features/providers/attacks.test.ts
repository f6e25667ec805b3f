// What must not work: somebody else's state, code, nonce, tokens or address.

import { providers } from '@ballast/contract/auth/providers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { portalUrl, useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { openBrowser, type TestBrowser } from '../../../testing/test-browser.ts';
import { sessions, users } from '../../identity/tables.ts';

const started = useProviderApp();
const open = () => openBrowser(started().app);
const accounts = async () => (await started().app.deps.db.select().from(users)).length;

const stateInvalid = {
  code: 'state_invalid',
  message: 'This sign-in has expired or was started in another browser. Try again.',
};

describe.each(providers)('%s', (provider) => {
  const begin = async (browser: TestBrowser, tamper = (url: URL) => url) => {
    started().servers[provider].person(newPerson());
    const { authUrl } = (await browser.start(provider)).body;
    const callback = await started().servers[provider].consent(tamper(new URL(authUrl)).href);
    return { ...callback, provider };
  };

  test('a state counts once, also when its first use failed', async () => {
    const browser = open();
    const callback = await begin(browser);
    expect((await browser.finish(callback)).status).toBe(200);
    expect((await browser.finish(callback)).body).toMatchObject(stateInvalid);

    const failed = await begin(browser);
    expect((await browser.finish({ ...failed, code: 'guessed' })).status).toBe(400);
    expect((await browser.finish(failed)).body).toMatchObject(stateInvalid);
  });

  test('a state of another browser, or of none, is refused', async () => {
    const before = await accounts();
    const attacker = open();
    const victim = open();
    await victim.start(provider);
    expect((await victim.finish(await begin(attacker))).body).toMatchObject(stateInvalid);
    expect((await open().finish(await begin(attacker))).body).toMatchObject(stateInvalid);
    expect(await accounts()).toBe(before);
  });

  test('a state lives ten minutes', async () => {
    const browser = open();
    const late = await begin(browser);
    started().app.skipSeconds(9 * 60);
    const early = await begin(browser);
    started().app.skipSeconds(61);
    expect((await browser.finish(late)).body).toMatchObject(stateInvalid);
    expect((await browser.finish(early)).status).toBe(200);
  });

  test('a state of the other provider is refused', async () => {
    const browser = open();
    const callback = await begin(browser);
    const other = provider === 'github' ? 'google' : 'github';
    expect((await browser.finish({ ...callback, provider: other })).body).toMatchObject(stateInvalid);
  });

  test.each(['', 'x', 'null', "' or 1=1 --", crypto.randomUUID(), '\0'])(
    'the state %j is refused',
    async (state) => {
      const { status } = await open().finish({ code: 'x', state, provider });
      expect([400, 422]).toContain(status);
    },
  );

  test('a code counts once', async () => {
    const browser = open();
    const first = await begin(browser);
    expect((await browser.finish(first)).status).toBe(200);
    const { state } = await begin(browser);
    const { status, body } = await browser.finish({ ...first, state });
    expect([status, body.code, body.message]).toEqual([400, 'provider_refused', 'Authentication failed']);
  });

  test('a code of another browser’s sign-in is refused, because its PKCE verifier differs', async () => {
    const victim = open();
    const stolen = await begin(open());
    const { state } = await begin(victim);
    const { status, body } = await victim.finish({ ...stolen, state });
    expect([status, body.code]).toEqual([400, 'provider_refused']);
  });

  test('a challenge that was exchanged on the way is refused', async () => {
    const browser = open();
    const callback = await begin(browser, (url) => {
      url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
      return url;
    });
    expect((await browser.finish(callback)).body.code).toBe('provider_refused');
  });

  test.each([
    'https://evil.example/auth/callback',
    'http://portal.localhost.evil.example/auth/callback',
    'http://portal.localhost@evil.example/auth/callback',
    'http://evil.example@portal.localhost/auth/callback',
    'http://user:secret@portal.localhost/auth/callback',
    'https://portal.localhost/auth/callback',
    'http://portal.localhost:81/auth/callback',
    'http://portal.localhost//evil.example/auth/callback',
    'http://portal.localhost/auth/callback/../../elsewhere',
    'http://portal.localhost/auth/callback/',
    'http://portal.localhost/',
    'javascript://portal.localhost/auth/callback',
  ])('the redirect address %s is refused', async (redirectUrl) => {
    const { status, body } = await open().start(provider, redirectUrl);
    expect(status).toBe(422);
    expect(body.fields.redirectUrl).toBe('The redirect address must be an address of this portal');
  });

  test.each([
    'https://evil.example',
    '//evil.example/cli/auth',
    '/\\evil.example',
    '/cli/authority',
    '/cli/auth/../../dashboard',
    '/cli/auth#//evil.example',
    '/cli/auth\0?x',
    '/cli/auth?\r\nlocation:x',
    'javascript:alert(1)//cli/auth',
  ])('the way back %j is forgotten', async (from) => {
    const browser = open();
    started().servers[provider].person(newPerson());
    const redirectUrl = `${portalUrl}/auth/callback?from=${encodeURIComponent(from)}`;
    const { authUrl } = (await browser.start(provider, redirectUrl)).body;
    const callback = await started().servers[provider].consent(authUrl);
    const { status, body } = await browser.finish({ ...callback, provider });
    expect([status, body.from]).toEqual([200, null]);
  });
});

test('an id token with another nonce is refused', async () => {
  const { google } = started();
  const browser = open();
  google.person(newPerson());
  const url = new URL((await browser.start('google')).body.authUrl);
  url.searchParams.set('nonce', 'of-another-sign-in');
  const answer = await browser.finish({ ...(await google.consent(url.href)), provider: 'google' });
  expect(answer.body).toMatchObject({ code: 'provider_refused', message: 'Authentication failed' });
});

describe('tokens in the callback’s address', () => {
  const refused = { code: 'provider_refused', message: 'Authentication failed' };

  const signedIn = async (browser = open()) => {
    const { session } = (await started().signInWith('github', newPerson(), browser)).body;
    if (!session) throw new Error('no session');
    const { access_token, refresh_token } = session;
    return { access_token, refresh_token, provider: 'github' as const };
  };
  const victim = async () => {
    const browser = open();
    await browser.start('github');
    return browser;
  };

  test('count in a browser that began to sign in, and once', async () => {
    const browser = await victim();
    const tokens = await signedIn();
    const { status, body } = await browser.verify(tokens);
    expect(status).toBe(200);
    expect(body.session).toMatchObject({
      access_token: tokens.access_token,
      refresh_token: tokens.refresh_token,
    });
    expect(body.session.expires_in).toBeGreaterThan(3500);
    expect(body.session.user.id).toBe(body.user.id);
    expect((await browser.verify(tokens)).body).toMatchObject(refused);
  });

  test('sign nobody in who did not begin to sign in: a link is no way into a stranger’s account', async () => {
    const strangers = await signedIn();
    expect((await open().verify(strangers)).body).toMatchObject(refused);
    const planted = open();
    planted.jar.set('oauth-browser', 'A'.repeat(43));
    expect((await planted.verify(strangers)).body).toMatchObject(refused);
    const elsewhere = open();
    await elsewhere.start('google');
    expect((await elsewhere.verify(strangers)).body).toMatchObject(refused);
    const slow = await victim();
    started().app.skipSeconds(601);
    expect((await slow.verify(await signedIn())).body).toMatchObject(refused);
  });

  test('must belong to one session', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const mixed = { ...one, refresh_token: two.refresh_token };
    expect((await (await victim()).verify(mixed)).body).toMatchObject(refused);
  });

  test('must be whole, ours, alive and of the provider', async () => {
    const { app } = started();
    const tokens = await signedIn();
    const browser = await victim();
    expect((await browser.verify({ ...tokens, access_token: `${tokens.access_token}x` })).body).toMatchObject(
      refused,
    );
    expect((await browser.verify({ ...tokens, refresh_token: 'guessed' })).body).toMatchObject(refused);

    const { session } = await app.verifiedUser();
    const { access_token, refresh_token } = session;
    const unlinked = { access_token, refresh_token, provider: 'github' as const };
    expect((await browser.verify(unlinked)).body).toMatchObject(refused);

    const { session_id } = JSON.parse(atob(tokens.access_token.split('.')[1] ?? ''));
    await app.deps.db.delete(sessions).where(eq(sessions.id, session_id));
    expect((await browser.verify(tokens)).body).toMatchObject(refused);
  });

  test('a refresh token that was spent is refused', async () => {
    const { app } = started();
    const tokens = await signedIn();
    const { refresh_token } = tokens;
    await app.post('/auth/v1/token?grant_type=refresh_token', JSON.stringify({ refresh_token }));
    expect((await (await victim()).verify(tokens)).body).toMatchObject(refused);
  });
});
