// Callers who would like to reach a route of the API without its scope, at the gateways that deploy/ ships, in a real nginx. Envoy's
// routes are made from the same table.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createKey } from '@ballast/contract/keys/api-keys';
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import { isScope } from '@ballast/contract/keys/key-restrictions';
import { root } from '@ballast/harness/portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type GatewayFile, startGateway } from '../../testing/servers/nginx.ts';
import { useTestApp } from '../../testing/test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });

const unlisted = 'UNLISTED';
const read = 'payments:read';
const write = 'payments:write';

// What a request needs: a scope, nothing (open), or nginx itself refuses it.
const requests: [string, string, string][] = [
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'M-SEARCH', 'PROPFIND', 'MKCOL', 'PURGE', 'LOCK'].map(
    (method): [string, string, string] => [method, '/payments', write],
  ),
  ['FOO', '/payments/7', write],
  ['FOO_BAR', '/payments/7', write],
  ['GETX', '/payments', write],
  ['TRACE', '/payments', '405'],
  // Suffixes and spellings of a route.
  ['GET', '/payments', read],
  ['HEAD', '/payments', read],
  ['GET', '/payments/', read],
  ['GET', '/payments/7?scope=balances:read', read],
  ['GET', '/payments.json', read],
  ['GET', '/payments.JSON/7', read],
  ['DELETE', '/payments.json', write],
  ['GET', '/PAYMENTS', read],
  ['M-SEARCH', '/Payments.json', write],
  ['GET', '/%70ayments', read],
  ['GET', '/payments%20', read],
  ['GET', '/payments%3Fx', read],
  ['GET', '/payments:7', read],
  ['GET', '/payments,7', read],
  ['GET', '/payments...', read],
  ['GET', '/payments/caf%C3%A9', read],
  ['GET', '/payments~', read],
  ['GET', 'http://api.example/payments', read],
  // Spellings that an API may read in another way.
  ['GET', '/payments;x', unlisted],
  ['GET', '/payments;a=b/7', unlisted],
  ['GET', '/payments%3bx', unlisted],
  ['GET', '//payments', unlisted],
  ['GET', '/balances//payments', unlisted],
  ['GET', '/payments//', unlisted],
  ['GET', '/./payments', unlisted],
  ['GET', '/balances/../payments', unlisted],
  ['GET', '/balances/..', unlisted],
  ['GET', '/balances/..;/payments', unlisted],
  ['GET', '/balances/.;/payments', unlisted],
  ['GET', '/balances/%2e%2e/payments', unlisted],
  ['GET', '/balances/.%2E/payments', unlisted],
  ['GET', '/balances%2f..%2fpayments', unlisted],
  ['GET', '/payments%2F7', unlisted],
  ['GET', '/balances\\..\\payments', unlisted],
  ['GET', '/balances/..%5cpayments', unlisted],
  ['GET', '/balances/..%255cpayments', unlisted],
  ['GET', '/balances/%252e%252e/payments', unlisted],
  ['GET', '/balances/..%c0%afpayments', unlisted],
  ['GET', '/balances/..%e0%80%afpayments', unlisted],
  ['GET', '/payments%0a', unlisted],
  ['GET', '/payments%7f', unlisted],
  ['GET', '/payments#x', unlisted],
  ['GET', '/balances#/../payments', unlisted],
  ['GET', '/payments%00', '400'],
  // Nobody has listed these.
  ['GET', '/paymentsx', unlisted],
  ['GET', '/payments-2', unlisted],
  ['GET', '/payment', unlisted],
  ['GET', '/admin', unlisted],
  ['GET', '/v2/payments', unlisted],
  ['POST', '/balances', unlisted],
  ['POST', '/', unlisted],
  ['POST', '/status', unlisted],
  ['GET', '/status/all', unlisted],
  ['GET', '/status.json', unlisted],
  ['GET', '/ballast-key-check', '404'],
  // These are open by name.
  ['GET', '/', 'nothing'],
  ['GET', '/?payments', 'nothing'],
  ['HEAD', '/status', 'nothing'],
  ['GET', '/status?full=1', 'nothing'],
];

const overrides = {
  'x-http-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-method-override': 'DELETE',
  'x-method': 'DELETE',
  'x-original-url': '/payouts',
  'x-rewrite-url': '/payouts',
  'x-original-uri': '/payouts',
  'x-original-method': 'DELETE',
  'x-forwarded-uri': '/payouts',
  'x-forwarded-method': 'DELETE',
  'x-forwarded-path': '/payouts',
  'x-forwarded-prefix': '/payouts',
  'x-required-scope': 'balances:read',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9',
  x_http_method_override: 'DELETE',
  x_ballast_user_id: 'somebody else',
};

// Envoy takes the first route that fits; its expressions are whole and, but for (?i), JavaScript's own.
type EnvoyRoute = {
  match: {
    prefix?: string;
    safe_regex?: { regex: string };
    headers?: { name: string; string_match: { safe_regex: { regex: string } }; invert_match?: boolean }[];
  };
  typed_per_filter_config?: Record<
    string,
    { mutations: { request_mutations: { append?: { header: { value: string } } }[] } }
  >;
};

const fits = (regex: string, value: string) =>
  new RegExp(`^(?:${regex.replace('(?i)', '')})$`, regex.startsWith('(?i)') ? 'i' : '').test(value);

const envoyScope = (routes: EnvoyRoute[], method: string, path: string) => {
  const values: Record<string, string> = { ':method': method, ':path': path };
  const route = routes.find(({ match: { safe_regex, headers = [] } }) => {
    const isPath = !safe_regex || fits(safe_regex.regex, path.split('?')[0] ?? '');
    return (
      isPath &&
      headers.every(
        ({ name, string_match, invert_match = false }) =>
          fits(string_match.safe_regex.regex, values[name] ?? '') !== invert_match,
      )
    );
  });
  const [config] = Object.values(route?.typed_per_filter_config ?? {});
  if (!config) return unlisted;
  return config.mutations.request_mutations[0]?.append?.header.value ?? 'nothing';
};

test('Envoy’s routes need the same scopes; what it does not decode is not listed', async () => {
  const { static_resources } = parse(await readFile(join(root, 'deploy/envoy.yaml'), 'utf8'));
  const [manager] = static_resources.listeners[0].filter_chains[0].filters;
  const { routes } = manager.typed_config.route_config.virtual_hosts[0];
  for (const [method, path, needed] of requests.filter(([, path]) => path.startsWith('/'))) {
    if (/^\d+$/.test(needed)) continue;
    const scopes = path.startsWith('/%70') ? [unlisted] : [needed];
    expect([method, path, ...scopes]).toEqual([method, path, envoyScope(routes, method, path)]);
  }
});

test('no key can have the scope of what is not listed', () => expect(isScope(unlisted)).toBe(false));

describe.each<GatewayFile>(['nginx.conf', 'kubernetes/gateway/gateway.conf'])('deploy/%s', (file) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    gateway = await startGateway(new URL(app().url).host, file);
  });
  afterAll(() => gateway?.stop());

  const newKey = async (scopes: string[] | null) => {
    const { call } = await app().verifiedUser();
    return (await call(createKey, { body: { name: 'gateway', environment: 'SANDBOX', scopes } })).key;
  };

  // fetch would tidy a path before it sends it.
  const ask = async (key: string, method: string, path: string, headers: Record<string, string> = {}) => {
    app().skipSeconds(1);
    const { hostname, port } = new URL(gateway.url);
    const authorization = `Bearer ${key}`;
    const request = http.request({ hostname, port, path, method, headers: { authorization, ...headers } });
    const [response] = (await once(request.end(), 'response')) as [http.IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  };

  // A refusal of HEAD has no body. The check repeats no scope that no key could have.
  const refusalOf = (method: string, scope: string) =>
    method === 'HEAD' ? '' : keyCheckMessages.scopeMissing(scope === unlisted ? null : scope);
  const outcomeOf = (status: number, body: string) =>
    status === 403 && body ? (JSON.parse(body) as { message: string }).message : '';

  test('each request needs the scope of its route, whatever its method and spelling', async () => {
    const key = await newKey(['balances:read']);
    const expected: string[] = [];
    const found: string[] = [];
    for (const [method, path, needed] of requests) {
      const { status, body } = await ask(key, method, path);
      const isRefusedByNginx = /^\d+$/.test(needed);
      const [want, why] = needed === 'nothing' ? [200, ''] : [403, refusalOf(method, needed)];
      expected.push(`${method} ${path}: ${isRefusedByNginx ? needed : `${want} ${why}`.trim()}`);
      found.push(`${method} ${path}: ${`${status} ${outcomeOf(status, body)}`.trim()}`);
    }
    expect(found).toEqual(expected);
  });

  test('a key with the scope passes, and one without restrictions passes everywhere', async () => {
    const [reader, writer, anything] = [await newKey([read]), await newKey([write]), await newKey(null)];
    expect((await ask(reader, 'GET', '/payments.json')).status).toBe(200);
    expect((await ask(reader, 'HEAD', '/PAYMENTS/7')).status).toBe(200);
    expect((await ask(reader, 'POST', '/payments')).status).toBe(403);
    expect((await ask(writer, 'M-SEARCH', '/payments')).status).toBe(200);
    expect((await ask(writer, 'GET', '/payments')).status).toBe(403);
    for (const path of ['/payments', '//payments', '/admin', '/payments;x'])
      expect([path, (await ask(anything, 'GET', path)).status]).toEqual([path, 200]);
  });

  test('the API is told no other method, path, address or account than those that were checked', async () => {
    const { status, body } = await ask(await newKey([read]), 'GET', '/payments/7', overrides);
    expect(status).toBe(200);
    const received = JSON.parse(body) as { method: string; path: string; headers: Record<string, string> };
    expect([received.method, received.path]).toEqual(['GET', '/payments/7']);
    expect(Object.keys(received.headers).filter((name) => name in overrides)).toEqual([]);
    expect(received.headers['x-forwarded-for']).toBe('127.0.0.1');
  });
});
