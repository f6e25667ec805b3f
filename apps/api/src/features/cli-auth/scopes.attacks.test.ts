// Each scope at each endpoint that the command line may call: what the scope does not open is refused, says which scope it
// wants, and changes nothing.

import { createCliToken, listDevices } from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopes, scopeOfKeys } from '@ballast/contract/cli/cli-scopes';
import { endpoints } from '@ballast/contract/endpoints';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import type { Environment } from '@ballast/contract/keys/api-keys';
import * as keys from '@ballast/contract/keys/api-keys';
import { getUsage } from '@ballast/contract/keys/key-usage';
import { restoreKey, restoreKeys } from '@ballast/contract/keys/restore-key';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOwnersRows } from '../../../testing/isolation/owners-rows.ts';
import { cases } from '../../../testing/isolation/requests.ts';
import { newName, openWorld, type World } from '../../../testing/isolation/world.ts';
import { type Sent, sendToEndpoint } from '../../../testing/send-to-endpoint.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

// Written out once more, so that no scope opens a call by accident. Any one of the scopes opens it; `keys` is the scope of the
// key's environment.
const opens: Record<string, (CliScope | 'keys')[]> = {
  'GET /users/profile': ['read'],
  // Every scope together opens it, and none alone.
  'PUT /users/profile': [],
  'POST /api-keys': ['keys'],
  'GET /api-keys': ['read', 'keys'],
  'GET /api-keys/:id': ['keys'],
  'PUT /api-keys/:id': ['keys'],
  'POST /api-keys/:id/rotate': ['keys'],
  'POST /api-keys/:id/end-grace': ['keys'],
  'POST /api-keys/:id/network-dry-run': ['read', 'keys'],
  'DELETE /api-keys/:id': ['keys'],
  'DELETE /api-keys': ['keys'],
  'POST /api-keys/:id/restore': ['keys'],
  'POST /api-keys/restore': ['keys'],
  'GET /requests': ['read'],
  'GET /requests/groups': ['read'],
  'POST /api-keys/:id/rate-limit-request': ['keys'],
  'GET /api-keys/:id/rate-limit-requests': ['read', 'keys'],
  'GET /api-keys/usage': ['read', 'keys'],
  'GET /api-keys/:id/usage': ['read', 'keys'],
  'GET /api-keys/:id/refusals': ['read', 'keys'],
  'GET /key-scopes': ['read', 'keys:sandbox', 'keys:production'],
  'GET /rate-limit-requests': ['read'],
  'GET /activities': ['read'],
  'GET /activities/export': ['read'],
  'POST /faucet/requests': ['faucet'],
  'GET /faucet/requests/:id': ['read', 'faucet'],
  'GET /faucet/status': ['read', 'faucet'],
  'GET /cli/devices': ['read'],
  // Whatever the token has, it may give on, and take back.
  'POST /cli/tokens': [...cliScopes],
  'DELETE /cli/devices/:id': [...cliScopes],
};

const forTheCommandLine = endpoints.filter(({ cli }) => cli);

let world: World;
let readOwnersRows: () => Promise<string[]>;
const tokens = new Map<CliScope, string>();

const makeToken = async (scopes: CliScope[]) =>
  world.owner.call(createCliToken, { body: { name: newName(), scopes, expiresInDays: 30 } });

beforeAll(async () => {
  world = await openWorld(app());
  for (const scope of cliScopes) tokens.set(scope, (await makeToken([scope])).token);
  readOwnersRows = await openOwnersRows(app().database, world.owner.user.id);
});

const newKey = (environment: Environment) =>
  world.owner.call(keys.createKey, { body: { name: newName(), environment } });

const sent = new Map<Endpoint, (scope: CliScope, environment: Environment) => Sent | Promise<Sent>>([
  [keys.createKey, (_, environment) => ({ body: { name: newName(), environment } })],
  [keys.listKeys, (_, environment) => ({ query: { environment } })],
  [getUsage, (_, environment) => ({ query: { environment } })],
  [keys.deleteKeys, async (_, environment) => ({ body: { ids: [(await newKey(environment)).id] } })],
  [
    restoreKey,
    async (_, environment) => {
      const params = { id: (await newKey(environment)).id };
      await world.owner.call(keys.deleteKey, { params });
      return { params };
    },
  ],
  [
    restoreKeys,
    async (_, environment) => {
      const body = { ids: [(await newKey(environment)).id] };
      await world.owner.call(keys.deleteKeys, { body });
      return { body };
    },
  ],
  [createCliToken, (scope) => ({ body: { name: newName(), scopes: [scope], expiresInDays: 30 } })],
]);

const requestFor = async (endpoint: Endpoint, scope: CliScope, environment: Environment): Promise<Sent> => {
  const own = sent.get(endpoint);
  if (own) return own(scope, environment);
  if (nameOf(endpoint) === 'DELETE /cli/devices/:id')
    return { params: { id: (await makeToken([scope])).id } };
  const ofMatrix = (await cases.find((one) => one.endpoint === endpoint)?.request(world)) as Sent;
  if (!endpoint.path.startsWith('/api-keys/:id')) return ofMatrix;
  return { ...ofMatrix, params: { id: (await newKey(environment)).id } };
};

const send = (endpoint: Endpoint, sent: Sent, token: string) =>
  sendToEndpoint(app().url, endpoint, sent, token);

test('every call that the command line may make is in the matrix', () => {
  expect(forTheCommandLine.map(nameOf).toSorted()).toEqual(Object.keys(opens).toSorted());
});

const environments = Object.keys(scopeOfKeys) as Environment[];
const matrix = forTheCommandLine.flatMap((endpoint) => {
  const isAboutKeys = opens[nameOf(endpoint)]?.includes('keys');
  const about = isAboutKeys ? environments : environments.slice(0, 1);
  return about.map((environment) => [nameOf(endpoint), environment, endpoint] as const);
});

test.each(matrix)('%s in %s is open to its scopes alone', async (name, environment, endpoint) => {
  const opening = (opens[name] ?? []).map((scope) => (scope === 'keys' ? scopeOfKeys[environment] : scope));
  const refused = cliScopes.filter((scope) => !opening.includes(scope));
  const request = await requestFor(endpoint, 'read', environment);
  const before = await readOwnersRows();
  for (const scope of refused) {
    const { status, text } = await send(endpoint, request, tokens.get(scope) ?? '');
    const body = JSON.parse(text);
    expect([scope, status, body]).toMatchObject([scope, 403, { code: 'scope_missing', fields: {} }]);
    // A token that had it would have been let in.
    expect(opening.length ? opening : cliScopes).toContain(body.details.scope);
    expect(body.message).toContain(body.details.scope);
  }
  expect(await readOwnersRows()).toEqual(before);

  for (const scope of opening) {
    const own = await requestFor(endpoint, scope, environment);
    const { status, text } = await send(endpoint, own, tokens.get(scope) ?? '');
    if ((endpoint === restoreKey || endpoint === restoreKeys) && environment === 'PRODUCTION') {
      expect([scope, status]).toEqual([scope, 409]);
      continue;
    }
    // The owner has had their tokens of the day.
    expect([endpoint.status ?? 200, 429], `${scope}: ${text}`).toContain(status);
  }
});

describe('values', () => {
  const listed = async (scopes: CliScope[]) => {
    const { token } = await makeToken(scopes);
    return app().callAs(token)(keys.listKeys, { query: {} });
  };

  test('are masked in a list for a token that may read and not manage', async () => {
    const shown = await listed(['read']);
    expect(new Set(shown.map(({ environment }) => environment))).toEqual(new Set(environments));
    expect(shown.filter(({ masked }) => !masked)).toEqual([]);
    const text = JSON.stringify(shown);
    for (const { key } of [world.owner.sandboxKey, world.owner.productionKey])
      expect(text).not.toContain(key);
  });

  test('are shown of the environment that a token may manage, and the other one is masked or not there', async () => {
    const both = await listed(['read', 'keys:sandbox']);
    for (const { environment, masked } of both) expect(masked).toBe(environment === 'PRODUCTION');
    expect(both.some(({ masked }) => masked)).toBe(true);
    const alone = await listed(['keys:production']);
    expect(alone.map(({ environment, masked }) => `${environment} ${masked}`)).toContain('PRODUCTION false');
    expect(alone.filter(({ environment }) => environment === 'SANDBOX')).toEqual([]);
    expect(await listed(['keys:sandbox', 'keys:production'])).toHaveLength(both.length);
  });
});

test('a sandbox token that deletes many keys deletes none if one is of production', async () => {
  const [sandbox, production] = [await newKey('SANDBOX'), await newKey('PRODUCTION')];
  const call = app().callAs(tokens.get('keys:sandbox') ?? '');
  const ids = [sandbox.id, production.id.toUpperCase()];
  const failure = await failureOf(call(keys.deleteKeys, { body: { ids } }));
  expect(failure).toMatchObject({ status: 403, code: 'scope_missing' });
  expect(failure.body.details).toEqual({ scope: 'keys:production' });
  const left = (await world.owner.call(keys.listKeys, { query: {} })).map(({ id }) => id);
  expect(left).toEqual(expect.arrayContaining([sandbox.id, production.id]));
});

test.each([
  ['a production key', routeOf(keys.createKey), { name: 'repeated', environment: 'PRODUCTION' }],
  ['a wider token', routeOf(createCliToken), { name: 'x', scopes: ['read', 'faucet'], expiresInDays: 3 }],
  ['a token that lives longer', routeOf(createCliToken), { name: 'x', scopes: ['read'], expiresInDays: 31 }],
])(
  'the answer that made %s is not repeated for a token that could not have made it',
  async (_, path, body) => {
    const send = async (token: string) =>
      fetch(`${app().url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': JSON.stringify(body),
        },
        body: JSON.stringify(body),
      });
    expect((await send(world.owner.session.access_token)).status).toBe(201);
    expect((await send(world.owner.session.access_token)).headers.get('idempotent-replayed')).toBe('true');
    const refused = await send(tokens.get('read') ?? '');
    expect([403, 422]).toContain(refused.status);
    expect(await refused.text()).not.toContain('blst_');
  },
);

test('the key of another developer does not exist for a token, whatever its scopes', async () => {
  const { key } = world.other;
  const call = app().callAs(tokens.get('keys:sandbox') ?? '');
  for (const asking of [
    () => call(keys.getKey, { params: { id: key.id } }),
    () => call(keys.rotateKey, { params: { id: key.id } }),
    () => call(keys.deleteKeys, { body: { ids: [key.id] } }),
  ])
    expect((await failureOf(asking())).status).toBe(404);
});

test('what the browser alone may do stays closed to a token with every scope', async () => {
  const { token } = await makeToken([...cliScopes]);
  const closed = endpoints.filter(
    ({ auth, cli, root = 'portal' }) => root === 'portal' && !cli && auth !== 'public' && auth !== 'cli',
  );
  expect(closed.length).toBeGreaterThan(20);
  for (const endpoint of closed) {
    const params = { id: crypto.randomUUID(), state: 'x'.repeat(43) };
    const { status, text } = await send(endpoint, { params }, token);
    expect([nameOf(endpoint), status, JSON.parse(text).code]).toEqual([nameOf(endpoint), 403, 'not_for_cli']);
  }
  const list = await app().callAs(token)(listDevices);
  expect(JSON.stringify(list)).not.toContain(token);
});
