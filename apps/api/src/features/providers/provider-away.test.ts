// Providers that cannot be reached, or are not there at all.
import { getPortal } from '@ballast/contract/portal';
import { expect, test } from 'vitest';
import { productionSettings } from '../../../testing/production-settings.ts';
import { startGitHub } from '../../../testing/servers/github-server.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { openBrowser } from '../../../testing/test-browser.ts';

const started = useProviderApp();

test('GitHub that is down is named, and comes back', async () => {
  const { app, github, signInWith } = started();
  const browser = openBrowser(app);
  github.person(newPerson());
  const { authUrl } = (await browser.start('github')).body;
  const callback = await github.consent(authUrl);
  await github.stop();
  const { status, body } = await browser.finish({ ...callback, provider: 'github' });
  expect([status, body.code, body.message]).toEqual([
    503,
    'unavailable',
    'GitHub can’t be reached. Try again in a moment.',
  ]);

  const again = await startGitHub(Number(new URL(github.settings.url).port));
  started().servers.github = again;
  expect((await signInWith('github', newPerson())).status).toBe(200);
});

test('GitHub that refuses its own token signs nobody in', async () => {
  const { signInWith, servers } = started();
  servers.github.answerUser(403);
  const refused = await signInWith('github', newPerson());
  expect([refused.status, refused.body.code]).toEqual([400, 'provider_refused']);
  servers.github.answerUser(502);
  expect((await signInWith('github', newPerson())).status).toBe(503);
  servers.github.answerUser(null);
});

test('Google that is down when a sign-in begins is named', async () => {
  const app = await startTestApp({
    env: { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', GOOGLE_ISSUER: 'http://127.0.0.1:1' },
  });
  const { status, body } = await openBrowser(app).start('google');
  expect([status, body.message]).toEqual([503, 'Google can’t be reached. Try again in a moment.']);
  await app.stop();
});

const callback = 'https://portal.example/auth/callback';

test('in production no dev provider stands in: what has no credentials is not there', async () => {
  const app = await startTestApp({ env: productionSettings });
  expect(await app.call(getPortal)).toMatchObject({ providers: [] });
  const { status, body } = await openBrowser(app).start('google', callback);
  expect([status, body.code, body.message]).toEqual([
    404,
    'not_found',
    'Google is not available on this portal',
  ]);
  for (const path of ['/dev/github/login/oauth/authorize', '/dev/google/.well-known/openid-configuration']) {
    expect((await fetch(`${app.url}${path}`)).status).toBe(404);
  }
  await app.stop();
});

test('under https the cookie is bound to the host and leaves over https alone', async () => {
  const app = await startTestApp({
    env: { ...productionSettings, GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b' },
  });
  const { body, setCookie } = await openBrowser(app).start('github', callback);
  expect(setCookie).toMatch(
    /^__Host-oauth-browser=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const authUrl = new URL(body.authUrl);
  expect(authUrl.origin + authUrl.pathname).toBe('https://github.com/login/oauth/authorize');
  expect(Object.fromEntries(authUrl.searchParams)).toMatchObject({
    redirect_uri: callback,
    scope: 'read:user user:email',
    code_challenge_method: 'S256',
  });
  await app.stop();
});
