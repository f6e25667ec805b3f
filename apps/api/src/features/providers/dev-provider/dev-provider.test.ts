// The dev provider as a browser meets it, and the portal's own drivers behind it.

import { providers } from '@ballast/contract/auth/providers';
import { getPortal } from '@ballast/contract/portal';
import { describe, expect, test } from 'vitest';
import { openDevProvider } from '../../../../testing/servers/dev-provider.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { openBrowser } from '../../../../testing/test-browser.ts';

const app = useTestApp();

const { here, openPage, submit, signInAs } = openDevProvider(app);

describe.each(providers)('standing in for %s', (provider) => {
  const name = { github: 'GitHub', google: 'Google' }[provider];

  test('it says what it is, without a script and under the strict content policy', async () => {
    const { answer, html } = await openPage(provider);
    expect(answer.status).toBe(200);
    expect(html).toContain(`Dev provider standing in for ${name}. It does not exist in production.`);
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await fetch(`${app().url}${sheet}`)).headers.get('content-type')).toContain('text/css');
  });

  test('a persona signs in and is the same account the next time', async () => {
    const first = await signInAs(provider, { persona: 'ada' });
    expect(first.status).toBe(200);
    expect(first.body.user).toMatchObject({ fullName: 'Ada Park', email: 'ada@northwind.example' });
    const second = await signInAs(provider, { persona: 'ada' });
    expect(second.body.user.id).toBe(first.body.user.id);
  });

  test('a typed person signs in', async () => {
    const email = `${provider}.typed@northwind.example`;
    const typed = { name: 'Typed <b>Person</b>', email, username: 'typed', email_verified: 'yes' };
    const { status, body } = await signInAs(provider, typed);
    expect([status, body.user?.email, body.user?.fullName]).toEqual([200, email, 'Typed <b>Person</b>']);
    expect(body.user.githubProfile).toBe(provider === 'github' ? 'typed' : null);
  });

  test.each([
    ['unverified persona', { persona: 'nils' }],
    ['typed address without the tick', { name: 'X', email: 'x@y.example', username: 'x' }],
    ['person without an address', { name: 'X', email: '', username: 'y', email_verified: 'yes' }],
  ])('an %s is refused by the portal', async (_, fields) => {
    expect((await signInAs(provider, fields as Record<string, string>)).body.code).toBe(
      'provider_email_unverified',
    );
  });

  test('cancelling goes back to the portal with access_denied', async () => {
    const { html, authUrl } = await openPage(provider);
    const { status, location } = await submit(html, { cancel: 'yes' });
    expect(status).toBe(303);
    expect(location.origin + location.pathname).toBe('http://portal.localhost/auth/callback');
    expect(location.searchParams.get('error')).toBe('access_denied');
    expect(location.searchParams.get('state')).toBe(new URL(authUrl).searchParams.get('state'));
  });

  test('a code lives one minute', async () => {
    const { browser, html } = await openPage(provider);
    const query = (await submit(html, { persona: 'tomas' })).location.searchParams;
    app().skipSeconds(61);
    const answer = await browser.finish({
      code: query.get('code') ?? '',
      state: query.get('state') ?? '',
      provider,
    });
    expect(answer.body).toMatchObject({ code: 'provider_refused', message: 'Authentication failed' });
  });

  test('a code counts once, and only with its PKCE verifier', async () => {
    const one = await openPage(provider);
    const code = (await submit(one.html, { persona: 'tomas' })).location.searchParams.get('code') ?? '';
    const two = await openPage(provider);
    const state = new URL(two.authUrl).searchParams.get('state') ?? '';
    expect((await two.browser.finish({ code, state, provider })).body.code).toBe('provider_refused');
    const own = new URL(one.authUrl).searchParams.get('state') ?? '';
    expect((await one.browser.finish({ code, state: own, provider })).body.code).toBe('provider_refused');
  });

  test.each([
    ['redirect_uri', 'https://evil.example/auth/callback'],
    ['client_id', 'somebody-else'],
    ['response_type', 'token'],
    ['code_challenge_method', 'plain'],
  ])('a request with another %s is refused before anybody is asked', async (parameter, value) => {
    const { authUrl } = (await openBrowser(app()).start(provider)).body;
    const url = new URL(here(authUrl));
    url.searchParams.set(parameter, value);
    expect((await fetch(url)).status).toBe(400);
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ persona: 'ada' }) })).status).toBe(
      400,
    );
  });

  test('what stands in the address is text in the page', async () => {
    const { authUrl } = (await openBrowser(app()).start(provider)).body;
    const html = await (await fetch(`${here(authUrl)}&x="><b>`)).text();
    expect(html).not.toContain('"><b>');
  });
});

test('the portal shows both buttons', async () => {
  expect(await app().call(getPortal)).toMatchObject({ providers: ['github', 'google'] });
});

test('the API itself accepts no forms', async () => {
  const answer = await fetch(`${app().baseUrl}/auth/oauth/init`, {
    method: 'POST',
    body: new URLSearchParams('a=b'),
  });
  expect(answer.status).toBe(415);
});
