// Callers who would like to choose the address that they are known by.

import { getCliRequest } from '@ballast/contract/cli/cli-auth';
import { createKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { expect, test } from 'vitest';
import { newAddress, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: 'on' } });

const guess = async (email: string, forwardedFor: string) => {
  const body = JSON.stringify({ email, password: 'Wrong-pass1!' });
  return (await app().post('/auth/login', body, { 'x-forwarded-for': forwardedFor })).status;
};

test('row 7: guesses under changing invented addresses count against the one that the proxy saw', async () => {
  const email = newAddress('victim');
  const statuses: number[] = [];
  for (let i = 0; i < 20; i += 1) statuses.push(await guess(email, `198.51.100.${i}, 203.0.113.9`));
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
  expect(statuses.slice(10)).toEqual(Array(10).fill(429));
});

test('row 14: guesses from all over an IPv6 network count as one caller', async () => {
  const email = newAddress('victim');
  const statuses: number[] = [];
  for (let i = 1; i <= 20; i += 1)
    statuses.push(await guess(email, `2001:db8:7:7:${i.toString(16)}::${i.toString(16)}`));
  expect(statuses.slice(10)).toEqual(Array(10).fill(429));
  expect(await guess(email, '2001:db8:7:8::1')).toBe(400);
});

test.each(['this very computer (verified)', '<img src=x>, also nothing', '203.0.113.9 ;drop'])(
  'row 7: the consent screen of the command line never shows %j as an address',
  async (claimed) => {
    const { call } = await app().verifiedUser();
    const state = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
    const request = JSON.stringify({ state, codeChallenge: 'c'.repeat(43), deviceName: 'laptop' });
    const started = await app().post('/cli/auth/start', request, { 'x-forwarded-for': claimed });
    expect(started.status).toBe(201);
    expect((await call(getCliRequest, { params: { state } })).address).toBe('127.0.0.1');
  },
);

test.each([
  ['this very computer (verified)', '127.0.0.1'],
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
])('row 7: a key that was used behind X-Forwarded-For %j was used from %s', async (claimed, address) => {
  const { call } = await app().verifiedUser();
  const key = await call(createKey, { body: { name: 'proxied', environment: 'SANDBOX' } });
  const check = (forwardedFor: string) =>
    fetch(`${app().url}/v1/key-check`, {
      headers: { authorization: `Bearer ${key.key}`, 'x-forwarded-for': forwardedFor },
    });
  expect((await check(claimed)).status).toBe(200);
  await app().deps.keyCheck.flushUsage();
  const { lastUse } = await call(getKeyUsage, { params: { id: key.id }, query: {} });
  expect(lastUse?.address).toBe(address);
});
