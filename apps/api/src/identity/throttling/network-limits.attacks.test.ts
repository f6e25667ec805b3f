// One network, or one stranger with very many of them, must not be able to undo or use up the limits per network.
import { verifyEmail } from '@ballast/contract/auth/auth';
import { keepAccount } from '@ballast/contract/auth/leaving';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { fetchCliToken, getCliRequest } from '@ballast/contract/cli/cli-auth';
import { createClient } from '@ballast/contract/http/client';
import { expect, test } from 'vitest';
import { guardedUser, showCode } from '../../../testing/factors/authenticator.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp({
  env: {
    TRUST_PROXY: '1',
    LIMITS: 'tokens_per_address=2,second_factors_per_address=10',
  },
});

const callFrom = (address: string) =>
  createClient({
    portalUrl: app().url,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      return fetch(url, { ...init, headers });
    },
  });

const guess = (address: string) =>
  failureOf(callFrom(address)(verifyEmail, { body: { token: 'x', type: 'email' } }));

test('whoever has an IPv6 /48 is limited, whichever of its networks they use', async () => {
  const codes = new Set<string>();
  for (let network = 0; network < 32; network += 1)
    codes.add((await guess(`2001:db8:1:${network.toString(16)}::1`)).code);
  expect([...codes]).toEqual(['link_invalid']);
  expect(await guess('2001:db8:1:ffff::1')).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await guess('2001:db8:2::1')).code).toBe('link_invalid');
});

test('a network that is refused uses up nothing of the /48 around it', async () => {
  for (let call = 0; call < 40; call += 1) await guess('2001:db8:3:1::1');
  expect((await guess('2001:db8:3:1::1')).code).toBe('rate_limited');
  expect((await guess('2001:db8:3:2::1')).code).toBe('link_invalid');
});

test('strangers who send passkeys stop no second factor of the network that they share', async () => {
  const { call, factor } = await guardedUser(app());
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response, clientExtensionResults: {} };
  const body = JSON.stringify({ challenge_id: crypto.randomUUID(), credential });
  const send = () => app().post('/auth/v1/passkeys/authentication/verify', body);
  for (let sent = 0; sent < 10; sent += 1) expect((await send()).status).not.toBe(429);
  expect((await send()).status).toBe(429);
  await showCode(call, factor.id, factor.nextCode());
});

test('strangers who guess tokens stop neither what others do who are signed in, nor links of another kind', async () => {
  const { call } = await app().verifiedUser();
  const stranger = app().callAs(null);
  const state = 'A'.repeat(43);
  const body = { state, codeVerifier: 'B'.repeat(43) };
  for (let sent = 0; sent < 2; sent += 1)
    expect((await failureOf(stranger(fetchCliToken, { body }))).status).toBe(404);
  expect((await failureOf(stranger(fetchCliToken, { body }))).status).toBe(429);
  expect((await failureOf(call(getCliRequest, { params: { state } }))).status).toBe(404);

  for (let sent = 0; sent < 3; sent += 1) await guess('192.0.2.7');
  const sharing = callFrom('192.0.2.7');
  expect((await failureOf(sharing(verifyEmail, { body: { token: 'x', type: 'email' } }))).status).toBe(429);
  expect((await failureOf(sharing(thisWasNotMe, { body: { token: 'x' } }))).status).toBe(400);
  expect((await failureOf(sharing(keepAccount, { body: { token: 'x' } }))).status).toBe(400);
});
