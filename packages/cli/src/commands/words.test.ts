// Words that people bring along from other tools, and the ways in which commands end.
import { expect, test } from 'vitest';
import { ballast, finished, start } from '../testing/ballast.ts';
import { keyNamed, serve } from '../testing/http-server.ts';

const portalWith = async (
  keys: object[],
  balance = { status: 200, body: '{"balance":7,"token":"BLST"}' },
) => {
  const seen: string[] = [];
  const portal = await serve((path, { authorization = 'nobody' }) => {
    seen.push(`${path} ${authorization}`);
    return path.startsWith('/v1/') ? balance : { status: 200, body: JSON.stringify(keys) };
  });
  return { seen, env: { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' } };
};

test.each(['prod', 'Production', 'PROD'])('-e %s is production', async (word) => {
  const { seen, env } = await portalWith([]);
  await ballast(['keys', 'ls', '-e', word], env);
  expect(seen[0]).toContain('environment=PRODUCTION');
});

test.each([
  ['keys ls', 'keys list'],
  ['keys rm', 'keys delete'],
  ['keys revoke', 'keys delete'],
  ['tokens ls', 'tokens list'],
  ['tokens rm', 'tokens revoke'],
  ['tokens delete', 'tokens revoke'],
  ['profiles ls', 'profiles list'],
])('ballast %s is ballast %s', async (alias, name) => {
  const { stdout, exitCode } = await ballast([...alias.split(' '), '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Usage: ballast ${name}`);
  expect(stdout).toContain('Other names: ');
});

const restricted = { ...keyNamed('Night jobs'), allowedNetworks: ['203.0.113.0/24'] };
const expired = { ...keyNamed('Old'), id: restricted.id.replace('5', '6'), status: 'EXPIRED' };
const free = { ...keyNamed('Checkout'), id: restricted.id.replace('5', '7'), key: 'blst_test_free' };

test('the balance is asked with a key that nothing restricts, and the key is named', async () => {
  const { seen, env } = await portalWith([restricted, expired, free]);
  expect(await ballast(['balance'], env)).toEqual({
    stdout: 'Balance   7 BLST\nKey used  Checkout (sandbox)\n',
    stderr: '',
    exitCode: 0,
  });
  expect(seen.at(-1)).toBe('/v1/balance Bearer blst_test_free');
  const asJson = await ballast(['balance', '--json'], env);
  expect(JSON.parse(asJson.stdout)).toEqual({
    balance: 7,
    token: 'BLST',
    key: { id: free.id, name: 'Checkout' },
  });
});

test('where only restricted keys are left, a refusal names the key and says how to choose another', async () => {
  const body = JSON.stringify({ code: 'address_not_allowed', message: 'Not from here.', fields: {} });
  const { env } = await portalWith([expired, restricted], { status: 403, body });
  expect(await ballast(['balance'], env)).toEqual({
    stdout: '',
    stderr: 'Error: Not from here. It was asked with Night jobs (sandbox): name another one with --key.\n',
    exitCode: 4,
  });
  const masked = await portalWith([{ ...free, masked: true }]);
  expect(await ballast(['balance'], masked.env)).toMatchObject({ stdout: '', exitCode: 4 });
});

test('a key that is missing on stdin is a missing argument', async () => {
  const { seen, env } = await portalWith([]);
  expect(await ballast(['keys', 'report'], env)).toEqual({
    stdout: '',
    stderr: 'Error: Add the key you found, as an argument or on stdin.\n',
    exitCode: 2,
  });
  expect(seen).toEqual([]);
});

const entry = {
  id: '5f0c7bde-0a7e-4a3c-9d52-1f0e6c9b7a12',
  type: 'key_created',
  title: 'key_created',
  description: 'Checkout',
  timestamp: '2026-11-16T09:41:00.000Z',
  environment: 'SANDBOX',
};

test('the log begins with the time, and its JSON has the title that people read', async () => {
  const { env } = await portalWith([entry]);
  const { stdout } = await ballast(['activity'], { ...env, TZ: 'UTC' });
  expect(stdout).toMatch(/^TIME +ACTIVITY +DETAILS\n2026-11-16 09:41 {2}Key Created +/);
  const asJson = await ballast(['activity', '--json'], env);
  expect(JSON.parse(asJson.stdout)).toMatchObject([{ type: 'key_created', title: 'Key Created' }]);
});

test('Ctrl-C ends a log that goes on without a word', async () => {
  const { env } = await portalWith([entry]);
  const child = start(['activity', '--follow', '--jq', '.type'], env);
  const ended = finished(child);
  child.stdout?.once('data', () => child.kill('SIGINT'));
  expect(await ended).toEqual({ stdout: 'key_created\n', stderr: '', exitCode: 130 });
});
