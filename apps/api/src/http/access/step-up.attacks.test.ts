// Somebody has a copy of a session whose owner signed in a while ago. Every call that the contract marks is tried with it.

import { deleteAccount } from '@ballast/contract/auth/leaving';
import { verifyPasskeyRegistration } from '@ballast/contract/auth/passkeys';
import { disconnectProvider } from '@ballast/contract/auth/provider-calls';
import { factorLimits } from '@ballast/contract/auth/second-factors';
import { issueToken, updateSessionUser } from '@ballast/contract/auth/session';
import { endpoints } from '@ballast/contract/endpoints';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import * as keys from '@ballast/contract/keys/api-keys';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openOwnersRows } from '../../../testing/isolation/owners-rows.ts';
import { cases } from '../../../testing/isolation/requests.ts';
import { newName, openWorld, type World } from '../../../testing/isolation/world.ts';
import { type Sent, sendToEndpoint } from '../../../testing/send-to-endpoint.ts';
import { password, useTestApp } from '../../../testing/test-app.ts';
import { identities, users } from '../../identity/tables.ts';
import { apiKeys } from '../../key-check/tables.ts';

const app = useTestApp();

let world: World;
let readOwnersRows: () => Promise<string[]>;
beforeAll(async () => {
  world = await openWorld(app());
  readOwnersRows = await openOwnersRows(app().database, world.owner.user.id);
});

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${routeOf(endpoint)}`;
const guarded = endpoints
  .filter(({ fresh }) => fresh)
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);

const send = (endpoint: Endpoint, sent: Sent, token: string) =>
  sendToEndpoint(app().url, endpoint, sent, token);

const theProductionKey = ({ owner }: World) => ({ params: { id: owner.productionKey.id } });

const liftRestriction = async ({ app, owner }: World) => {
  const { id } = owner.productionKey;
  await app.deps.db
    .update(apiKeys)
    .set({ scopes: ['payments:read'] })
    .where(eq(apiKeys.id, id));
  return { params: { id }, body: { scopes: null } };
};

const connectGitHub = async ({ app, owner }: World) => {
  const account = { provider: 'github', subject: '4711', email: owner.email } as const;
  const times = { createdAt: app.now(), lastUsedAt: app.now() };
  await app.deps.db.insert(identities).values({ userId: owner.user.id, ...account, ...times });
  return { body: { provider: 'github' } };
};

// The request of the isolation matrix is about the sandbox, or about something that this owner does not have.
const ownRequests = new Map<Endpoint, (world: World) => Sent | Promise<Sent>>([
  [keys.createKey, () => ({ body: { name: newName(), environment: 'PRODUCTION' } })],
  [keys.getKey, theProductionKey],
  [keys.rotateKey, theProductionKey],
  [keys.updateKey, liftRestriction],
  [disconnectProvider, connectGitHub],
]);

const requestFor = async (endpoint: Endpoint) => {
  const ofMatrix = cases.find((one) => one.endpoint === endpoint)?.request;
  return (await (ownRequests.get(endpoint) ?? ofMatrix)?.(world)) as Sent;
};

// A challenge is answered in the session that asked for it, which is the owner's.
const boundToSession = new Set<Endpoint>([verifyPasskeyRegistration]);

// What the request lacks beside a fresh proof, such as recovery codes, is missed next.
const statusAfterProof = (endpoint: Endpoint) => {
  if (boundToSession.has(endpoint)) return 400;
  const lacking = cases.find((one) => one.endpoint === endpoint)?.withoutProof;
  return lacking?.status ?? endpoint.status ?? 200;
};

const growStale = () => app().skipSeconds(factorLimits.freshMinutes * 60 + 1);

const signInAgain = async () => {
  world.owner = { ...world.owner, ...(await app().signIn(world.owner.email)) };
  return world.owner.session;
};

// The owner has changed their mind about leaving, and the next tests go on with the account.
const keepOwner = () =>
  app().deps.db.update(users).set({ deletesAt: null }).where(eq(users.id, world.owner.user.id));

// R13 in full. Add yours when you add a call of this kind.
test('R13: these calls want a fresh proof, and no others', () => {
  expect(guarded.map(([name, { fresh }]) => `${name} ${fresh}`).toSorted()).toEqual(
    [
      'GET /api/api-keys/:id production',
      'POST /api/api-keys production',
      'POST /api/api-keys/:id/rotate production',
      'PUT /api/api-keys/:id production',
      'POST /api/auth/change-email always',
      'POST /api/auth/oauth/disconnect always',
      'POST /api/auth/oauth/link always',
      'DELETE /api/auth/v1/factors/:id always',
      'DELETE /api/auth/v1/factors/recovery-codes always',
      'DELETE /api/auth/v1/passkeys/:id always',
      'POST /api/auth/v1/factors always',
      'POST /api/auth/v1/factors/recovery-codes always',
      'POST /api/auth/v1/factors/recovery-codes/regenerate always',
      'POST /api/auth/v1/passkeys/registration/options always',
      'POST /api/auth/v1/passkeys/registration/verify always',
      'POST /api/cli/auth/complete production',
      'POST /api/cli/tokens always',
      'GET /api/users/export always',
      'DELETE /api/users/profile always',
      'PUT /api/auth/v1/user credentials',
    ].toSorted(),
  );
});

test.each(guarded)('row 5: an old session alone is not enough for %s', async (_, endpoint) => {
  const { access_token: token, refresh_token } = await signInAgain();
  growStale();
  // The owner, in another browser, has just signed in.
  await signInAgain();
  const request = await requestFor(endpoint);
  const before = await readOwnersRows();
  const refused = await send(endpoint, request, token);
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { code: 'reauthentication_required', methods: ['passkey', 'password'], fields: {} },
  ]);
  expect(JSON.parse(refused.text).message).not.toMatch(/expired|invalid|session/i);
  expect(await readOwnersRows()).toEqual(before);

  // A refresh brings a new token, and proves nothing.
  const renewed = await app().call(issueToken, {
    query: { grant_type: 'refresh_token' },
    body: { refresh_token },
  });
  expect((await send(endpoint, request, renewed.access_token)).status).toBe(403);

  // After the proof the same request does what it is for.
  const { session } = await app().callAs(token)(updateSessionUser, {
    query: {},
    body: { current_password: password },
  });
  expect((await send(endpoint, request, token)).status).toBe(403);
  const done = await send(endpoint, request, session?.access_token ?? '');
  expect(done.status, done.text).toBe(statusAfterProof(endpoint));
  expect(done.text).not.toContain('reauthentication_required');
  if (endpoint === deleteAccount) await keepOwner();
});

test('row 5: a wrong password proves nothing', async () => {
  const { access_token: token } = await signInAgain();
  growStale();
  const guess = app().callAs(token)(updateSessionUser, {
    query: {},
    body: { current_password: 'Wrong-pass1!' },
  });
  await expect(guess).rejects.toMatchObject({ code: 'current_password_invalid' });
  const { call } = world.owner;
  await expect(call(keys.getKey, theProductionKey(world))).rejects.toMatchObject({
    code: 'reauthentication_required',
  });
});

test('row 5: no answer tells an old session a production key', async () => {
  const { access_token: token } = await signInAgain();
  const { key } = await world.owner.call(keys.getKey, theProductionKey(world));
  growStale();
  for (const { endpoint, request } of cases.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const { text } = await send(endpoint, (await request(world)) as Sent, token);
    expect(text, nameOf(endpoint)).not.toContain(key);
  }
});
