// What a token of the command line opens: what the authorisation screen lists, and nothing else.

import { endpoints } from '@ballast/contract/endpoints';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

// Written out, so that a call is never opened to the command line by accident.
const forTheCommandLine = [
  'GET /users/profile',
  'PUT /users/profile',
  'POST /api-keys',
  'GET /api-keys',
  'GET /api-keys/:id',
  'PUT /api-keys/:id',
  'POST /api-keys/:id/rotate',
  'POST /api-keys/:id/end-grace',
  'POST /api-keys/:id/network-dry-run',
  'DELETE /api-keys/:id',
  'DELETE /api-keys',
  'POST /api-keys/:id/restore',
  'POST /api-keys/restore',
  'GET /requests',
  'GET /requests/groups',
  'POST /api-keys/:id/rate-limit-request',
  'GET /api-keys/:id/rate-limit-requests',
  'GET /api-keys/usage',
  'GET /api-keys/:id/usage',
  'GET /api-keys/:id/refusals',
  'GET /key-scopes',
  'GET /rate-limit-requests',
  'GET /activities',
  'GET /activities/export',
  'POST /faucet/requests',
  'GET /faucet/requests/:id',
  'GET /faucet/status',
  'GET /cli/devices',
  'POST /cli/tokens',
  'DELETE /cli/devices/:id',
];

let token = '';
let browserToken = '';
beforeAll(async () => {
  const person = await app().verifiedUser();
  browserToken = person.session.access_token;
  ({ token } = await logInCli(app(), person));
});

const send = async ({ method, path }: Endpoint, bearer: string) => {
  const response = await fetch(`${app().baseUrl}${path.replace(/:\w+/g, crypto.randomUUID())}`, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
  });
  const text = await response.text();
  const code = response.ok || !text ? null : (JSON.parse(text) as { code: string }).code;
  return { status: response.status, code };
};

const needSession = endpoints.filter(
  ({ auth, root = 'portal' }) => root === 'portal' && auth !== 'public' && auth !== 'cli',
);
const open = needSession.filter((endpoint) => forTheCommandLine.includes(nameOf(endpoint)));
const closed = needSession.filter((endpoint) => !forTheCommandLine.includes(nameOf(endpoint)));

test('the list above is complete: every call on it exists', () => {
  expect(open.map(nameOf).sort()).toEqual([...forTheCommandLine].sort());
});

test.each(open.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s lets the command line in',
  async (_, endpoint) => {
    const { status, code } = await send(endpoint, token);
    expect(status).not.toBe(401);
    expect(code).not.toBe('not_for_cli');
  },
);

test.each(closed.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s is closed to the command line, and its token stays good',
  async (_, endpoint) => {
    expect(await send(endpoint, token)).toEqual({ status: 403, code: 'not_for_cli' });
  },
);

test.each(
  endpoints.filter(({ auth }) => auth === 'cli').map((endpoint) => [nameOf(endpoint), endpoint] as const),
)('%s is closed to the browser', async (_, endpoint) => {
  expect(await send(endpoint, browserToken)).toEqual({ status: 403, code: 'only_for_cli' });
});
