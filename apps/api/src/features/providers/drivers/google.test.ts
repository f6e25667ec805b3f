// What the Google driver believes, and what it does not.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Forgery, startForgingGoogle } from '../../../../testing/servers/forging-google.ts';
import { openGoogle } from './google.ts';

const log = pino({ level: 'silent' });
const attempt = {
  code: 'code',
  state: 'state',
  nonce: 'nonce-of-this-sign-in',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'http://portal.localhost/auth/callback',
};

let google: Awaited<ReturnType<typeof startForgingGoogle>>;
beforeAll(async () => {
  google = await startForgingGoogle(attempt.nonce);
});
beforeEach(() => google.forge({}));
afterAll(() => google.stop());

const open = (url = google.url) =>
  openGoogle(
    { clientId: 'portal', clientSecret: 'secret', url },
    (address, init) => fetch(address, init as RequestInit),
    log,
  );

const refused = { code: 'provider_refused', message: 'Authentication failed' };
const away = { code: 'unavailable', message: 'Google can’t be reached. Try again in a moment.' };

test('an honest id token tells who it is', async () => {
  expect(await open().identify(attempt)).toMatchObject({
    subject: '1',
    email: 'a@b.dev',
    emailVerified: true,
  });
});

const past = Math.floor(Date.now() / 1000) - 3600;
const forgeries: [string, Forgery][] = [
  ['has another nonce', { claims: { nonce: 'other' } }],
  ['has no nonce', { claims: { nonce: undefined } }],
  ['is for another client', { claims: { aud: 'somebody-else' } }],
  ['is of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['has expired', { claims: { exp: past } }],
  ['has no subject', { claims: { sub: undefined } }],
  ['is signed with another key', { signature: 'of another key' }],
  ['is not signed', { signature: 'none' }],
];

test.each(forgeries)('an id token that %s is refused', async (_, forgery) => {
  google.forge(forgery);
  await expect(open().identify(attempt)).rejects.toMatchObject(refused);
});

test.each(['true', 1, null, undefined])(
  'an address is not verified because of email_verified: %j',
  async (claims) => {
    google.forge({ claims: { email_verified: claims } });
    expect(await open().identify(attempt)).toMatchObject({ emailVerified: false });
  },
);

test('an address that is none is none', async () => {
  google.forge({ claims: { email: 'not an address' } });
  expect(await open().identify(attempt)).toMatchObject({ email: null, emailVerified: false });
});

test('a picture that is not on https is left out', async () => {
  for (const picture of ['http://a.example/x.png', 'javascript:alert(1)', 'data:image/svg+xml,x', 7]) {
    google.forge({ claims: { picture } });
    expect((await open().identify(attempt)).avatarUrl).toBeNull();
  }
  google.forge({ claims: { picture: 'https://a.example/x.png' } });
  expect((await open().identify(attempt)).avatarUrl).toBe('https://a.example/x.png');
});

test('a discovery document of another issuer is refused', async () => {
  google.forge({ metadata: { issuer: 'https://evil.example' } });
  await expect(open().authorizationUrl(attempt)).rejects.toMatchObject(refused);
});

test('wrong credentials are refused', async () => {
  google.forge({ tokenStatus: 401 });
  await expect(open().identify(attempt)).rejects.toMatchObject(refused);
});

test.each([500, 503, 429])('a token endpoint that answers %d is away', async (tokenStatus) => {
  google.forge({ tokenStatus });
  await expect(open().identify(attempt)).rejects.toMatchObject(away);
});

test('discovery is done when first needed, kept when it worked and tried again when it failed', async () => {
  const before = google.discoveries();
  const driver = open();
  expect(google.discoveries()).toBe(before);
  google.forge({ discoveryStatus: 503 });
  await expect(driver.authorizationUrl(attempt)).rejects.toMatchObject(away);
  google.forge({});
  await driver.authorizationUrl(attempt);
  await driver.authorizationUrl(attempt);
  expect(google.discoveries()).toBe(before + 2);
});

test('a provider that takes the connection and says nothing is away after ten seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const askedUrl = open(`http://127.0.0.1:${port}`).authorizationUrl(attempt);
  await once(silent, 'connection');
  expect(timeout).toHaveBeenCalledWith(10_000);
  patience.abort(new DOMException('ten seconds are over', 'TimeoutError'));
  await expect(askedUrl).rejects.toMatchObject(away);
  timeout.mockRestore();
  silent.close();
});
