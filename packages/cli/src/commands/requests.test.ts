// The requests of a developer's keys, as a table, as JSON, and as they come.
import type { RequestRow } from '@ballast/contract/requests/requests';
import { expect, test } from 'vitest';
import { ballast, finished, start } from '../testing/ballast.ts';
import { keyNamed, serve } from '../testing/http-server.ts';

const row = (number: number, changes: Partial<RequestRow> = {}): RequestRow => ({
  id: `01a1efec-3999-7000-8000-00000000000${number}`,
  at: `2026-11-16T09:41:0${number}.000Z`,
  keyId: '0d8e3c1a-52f4-4b7e-9a60-000000000002',
  keyName: 'Checkout',
  environment: 'SANDBOX',
  outcome: 'allowed',
  reason: null,
  method: 'GET',
  path: `/payments/${number}`,
  address: '203.0.113.9',
  userAgent: 'acme-node/1.4',
  requestId: `gw-${number}`,
  scope: null,
  weight: 1,
  ...changes,
});

const limited = row(2, { outcome: 'limited', reason: 'rate_limited', weight: 12 });

const portalWith = async (answer: (query: URLSearchParams) => RequestRow[]) => {
  const seen: string[] = [];
  const portal = await serve((path) => {
    const { pathname, searchParams } = new URL(path, 'http://portal.localhost');
    seen.push(path);
    const body = pathname === '/api/requests' ? answer(searchParams) : [keyNamed('Checkout')];
    return { status: 200, body: JSON.stringify(body) };
  });
  return { seen, env: { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x', TZ: 'UTC' } };
};

test('a table tells time, outcome and request, and how many a row represents', async () => {
  const { env } = await portalWith(() => [limited, row(1)]);
  const { stdout } = await ballast(['requests'], env);
  expect(stdout).toMatch(/^TIME +OUTCOME +REQUEST +KEY +ADDRESS +REASON +ID\n/);
  expect(stdout).toMatch(/\n2026-11-16 09:41:02 +Rate limited ×12 +GET \/payments\/2 +Checkout/);
  const asJson = await ballast(['requests', '--jq', '.[].requestId'], env);
  expect(asJson.stdout).toBe('gw-2\ngw-1\n');
});

test('the filters go to the portal, a key by its name or its id', async () => {
  const { env, seen } = await portalWith(() => []);
  const { stdout } = await ballast(['requests', 'Checkout', '--outcome', 'refused', '--id', 'gw-7'], env);
  expect(stdout).toBe('No requests found.\n');
  const parameters = new URL(seen.at(-1) ?? '', 'http://portal.localhost').searchParams;
  expect([parameters.get('outcome'), parameters.get('requestId'), parameters.get('keyId')]).toEqual([
    'refused',
    'gw-7',
    keyNamed('Checkout').id,
  ]);
  await ballast(['requests', row(1).keyId], env);
  expect(seen.at(-1)).toContain(`keyId=${row(1).keyId}`);
  expect((await ballast(['requests', '--outcome', 'blocked'], env)).exitCode).toBe(2);
});

test('--follow prints what is there, then each new request, oldest first', async () => {
  const { env, seen } = await portalWith((query) => {
    if (!query.has('after')) return [row(1)];
    return query.get('after') === row(1).id ? [limited, row(3)] : [];
  });
  const child = start(['requests', '--follow', '--jq', '.requestId'], env);
  const ended = finished(child);
  let printed = '';
  child.stdout?.on('data', (text) => {
    printed += text;
    if (printed.includes('gw-3')) child.kill('SIGINT');
  });
  expect(await ended).toEqual({ stdout: 'gw-1\ngw-2\ngw-3\n', stderr: '', exitCode: 130 });
  expect(seen.some((path) => path.includes('wait=25'))).toBe(true);
});
