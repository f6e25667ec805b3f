// Random lives of a developer's keys, against a model of a few lines. On PostgreSQL there are three portals, each a process with its
// own memory of keys: whatever one does, all of them must agree with the model.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listActivities } from '@ballast/contract/activities';
import * as contract from '@ballast/contract/keys/api-keys';
import { type Grace, graces } from '@ballast/contract/keys/key-grace';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { updateProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { howOften, onPostgres } from '../../../testing/databases/database.ts';
import { createClockFile } from '../../../testing/movable-clock.ts';
import { openOperator } from '../../../testing/operator.ts';
import { startPortalProcess, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unlimited } from '../../../testing/unlimited.ts';

const hour = 3600;
const day = 24 * hour;
const folder = mkdtempSync(join(tmpdir(), 'ballast-clock-'));
const clockFile = join(folder, 'clock');
const clock = createClockFile(clockFile);
const nowMs = () => clock.now().getTime();
const env = {
  ...unlimited,
  TRUST_PROXY: 'on',
};
let first: TestApp;
let others: Awaited<ReturnType<typeof startPortalProcess>>[] = [];
let operator: Awaited<ReturnType<typeof openOperator>>;

beforeAll(async () => {
  first = await startTestApp({ env, clock });
  operator = await openOperator(first);
  const { url } = first.database;
  if (!onPostgres() || !url) return;
  // Any of them may send a mail, which the first one's mailbox gets.
  const variables = {
    ...{ PUBLIC_URL: 'http://portal.localhost', DATA_DIR: first.dataDir, DATABASE_URL: url },
    ...{ LOG_LEVEL: 'warn', CLOCK_FILE: clockFile },
  };
  others = await Promise.all([1, 2].map(() => startPortalProcess({ ...env, ...variables })));
});
afterAll(async () => {
  await operator.close();
  await Promise.all(others.map((other) => other.stop()));
  await first.stop();
  rmSync(folder, { recursive: true });
});
const portals = () => [first, ...others];
const portal = (at: number) => portals()[at % portals().length] ?? first;

type Previous = { value: string; endsAt: number; leakedAt: number | null };
type ModelKey = {
  id: string;
  environment: contract.Environment;
  // It is not known when a leak has replaced it, until the list tells it.
  value: string | null;
  previous: Previous | null;
  expiresAt: number | null;
  scopes: string[] | null;
  allowedNetworks: string[] | null;
  rateLimit: number;
};
type Life = { email: string; token: string; keys: ModelKey[]; dead: string[]; entries: string[] };

const at = fc.nat({ max: 2 });
const which = fc.nat({ max: 2 });
const scopes = fc.constantFrom<string[] | null>(null, ['payments:read'], ['balances:read', 'payments:read']);
const allowedNetworks = fc.constantFrom<string[] | null>(
  null,
  ['10.0.0.0/8'],
  ['203.0.113.0/24', '10.1.0.0/16'],
);
// A gateway asks after each step, for somebody and perhaps for a scope.
const keyRequest = fc.record({
  address: fc.constantFrom('10.1.2.3', '10.9.9.9', '203.0.113.9'),
  scope: fc.constantFrom(null, 'payments:read', 'balances:read'),
});
type KeyRequest = typeof keyRequest extends fc.Arbitrary<infer A> ? A : never;
const step = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    at,
    environment: fc.constantFrom(...contract.environments),
    scopes,
    allowedNetworks,
  }),
  fc.record({ kind: fc.constant('rotate' as const), at, which, grace: fc.constantFrom(...graces) }),
  fc.record({ kind: fc.constant('end-grace' as const), at, which }),
  fc.record({
    kind: fc.constant('expire' as const),
    at,
    which,
    seconds: fc.constantFrom(hour, 2 * day, null),
  }),
  fc.record({
    kind: fc.constant('restrict' as const),
    at,
    which,
    change: fc.record({ scopes, allowedNetworks }, { requiredKeys: ['scopes'] }),
  }),
  fc.record({ kind: fc.constant('limit' as const), at, which, more: fc.integer({ min: 1, max: 50 }) }),
  fc.record({
    kind: fc.constant('leak' as const),
    at,
    which,
    value: fc.constantFrom('current', 'previous', 'dead'),
  }),
  fc.record({ kind: fc.constant('delete' as const), at, which }),
  fc.record({
    kind: fc.constant('wait' as const),
    at,
    seconds: fc.constantFrom(hour / 2, hour, day, 3 * day),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const passing = ({ previous }: ModelKey) => (previous && nowMs() < previous.endsAt ? previous : null);
const callOf = (life: Life, place: number) => portal(place).callAs(life.token);

const beginLife = async (): Promise<Life> => {
  const { email, session, call } = await first.verifiedUser();
  await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'OTHER' } });
  return { email, token: session.access_token, keys: [], dead: [], entries: [] };
};

const create = async (life: Life, { kind, at: place, ...given }: Extract<Step, { kind: 'create' }>) => {
  const body = { name: crypto.randomUUID(), ...given };
  const { id, key } = await callOf(life, place)(contract.createKey, { body });
  const { defaultRateLimit: rateLimit } = contract.keyLimits;
  life.keys.push({ ...given, id, value: key, previous: null, expiresAt: null, rateLimit });
  life.entries.push('key_created');
};

const bury = (life: Life, ...values: (string | null | undefined)[]) =>
  life.dead.push(...values.filter((value) => typeof value === 'string'));

const replace = (
  life: Life,
  key: ModelKey,
  value: string | null,
  graceSeconds: Grace,
  leakedAt: number | null,
) => {
  bury(life, key.previous?.value);
  if (graceSeconds && key.value)
    key.previous = { value: key.value, endsAt: nowMs() + graceSeconds * 1000, leakedAt };
  else {
    bury(life, key.value);
    key.previous = null;
  }
  key.value = value;
};

const remove = (life: Life, key: ModelKey) => {
  bury(life, key.value, key.previous?.value);
  life.keys = life.keys.filter((other) => other !== key);
};

// Sandbox keys are revoked; production keys are rotated, and pass for a day.
const leak = (life: Life, key: ModelKey, value: string) => {
  const previous = passing(key);
  if (value !== key.value && (value !== previous?.value || previous.leakedAt)) return;
  life.entries.push('key_leaked');
  if (value === key.value)
    return key.environment === 'SANDBOX' ? remove(life, key) : replace(life, key, null, day, nowMs());
  if (!previous) return;
  previous.leakedAt = nowMs();
  previous.endsAt = key.environment === 'SANDBOX' ? 0 : Math.min(previous.endsAt, nowMs() + day * 1000);
};

const change = async (life: Life, s: Exclude<Step, { kind: 'create' | 'wait' }>) => {
  const key = life.keys[s.which];
  if (!key) return;
  const call = callOf(life, s.at);
  const params = { id: key.id };
  switch (s.kind) {
    case 'rotate': {
      const rotated = await call(contract.rotateKey, { params, body: { graceSeconds: s.grace } });
      replace(life, key, rotated.key, s.grace, null);
      life.entries.push('key_rotated');
      return;
    }
    case 'end-grace': {
      expect((await call(contract.endGrace, { params })).previous).toBeNull();
      if (passing(key)) life.entries.push('key_updated');
      bury(life, key.previous?.value);
      key.previous = null;
      return;
    }
    case 'expire': {
      const expiresAt = s.seconds && nowMs() + s.seconds * 1000;
      const body = { expiresAt: expiresAt && new Date(expiresAt).toISOString() };
      await call(contract.updateKey, { params, body: { expiresAt: body.expiresAt || null } });
      if (expiresAt !== key.expiresAt) life.entries.push('key_restricted');
      key.expiresAt = expiresAt;
      return;
    }
    case 'restrict': {
      await call(contract.updateKey, { params, body: s.change });
      const before = JSON.stringify(key);
      Object.assign(key, s.change);
      if (JSON.stringify(key) !== before) life.entries.push('key_restricted');
      return;
    }
    case 'limit': {
      const requestedLimit = key.rateLimit + s.more;
      const body = { requestedLimit, reason: 'a justification of sufficient length' };
      const { request } = await call(requestRateLimit, { params, body });
      expect(await operator.run('requests', 'approve', request.id)).toMatchObject({ exitCode: 0 });
      key.rateLimit = requestedLimit;
      return;
    }
    case 'leak': {
      const value = { current: key.value, previous: key.previous?.value, dead: life.dead[0] }[s.value];
      if (!value) return;
      await portal(s.at).call(reportKey, { body: { key: value } });
      leak(life, key, value);
      return;
    }
    case 'delete':
      await call(contract.deleteKey, { params });
      remove(life, key);
      life.entries.push('key_deleted');
  }
};

const take = async (life: Life, s: Step) => {
  if (s.kind === 'create') return create(life, s);
  if (s.kind !== 'wait') return change(life, s);
  clock.skipSeconds(s.seconds);
  // The session has ended meanwhile, or its proof has grown old.
  life.token = (await portal(s.at).signIn(life.email)).session.access_token;
};

const isoOf = (ms: number | null | undefined) => (ms ? new Date(ms).toISOString() : null);

const compareLists = async (life: Life, place: number) => {
  const listed = await callOf(life, place)(contract.listKeys, { query: {} });
  for (const key of life.keys) key.value ??= listed.find(({ id }) => id === key.id)?.key ?? null;
  const shown = listed.map((row) => {
    const { id, key, previous, leakedAt, expiresAt, status, scopes, allowedNetworks, rateLimit } = row;
    const endsAt = previous?.endsAt ?? null;
    return { id, key, endsAt, leakedAt, expiresAt, status, scopes, allowedNetworks, rateLimit };
  });
  const wanted = life.keys.map((key) => ({
    id: key.id,
    scopes: key.scopes,
    allowedNetworks: key.allowedNetworks,
    rateLimit: key.rateLimit,
    key: key.value,
    endsAt: isoOf(passing(key)?.endsAt),
    leakedAt: isoOf(passing(key)?.leakedAt),
    expiresAt: isoOf(key.expiresAt),
    status: key.expiresAt && key.expiresAt <= nowMs() ? 'EXPIRED' : 'ACTIVE',
  }));
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(shown.toSorted(byId)).toEqual(wanted.toSorted(byId));
};

const passes = (rateLimit: number) => `passes, "default";q=${rateLimit};w=1`;

// A request over the limit came as far as a good one, and tells the same limit.
const outcomeOf = async (place: number, value: string, { address, scope }: KeyRequest) => {
  const answer = await fetch(`${portal(place).url}/v1/key-check${scope ? `?scope=${scope}` : ''}`, {
    headers: { 'x-api-key': value, 'x-forwarded-for': address },
  });
  const { code } = (await answer.json()) as { code?: string };
  if (answer.status !== 200 && code !== 'rate_limited') return code;
  return `passes, ${answer.headers.get('ratelimit-policy')}`;
};

const isIn = (address: string, network: string) => {
  const [first = '', bits] = network.split('/');
  const parts = Number(bits) / 8;
  return first.split('.', parts).join('.') === address.split('.', parts).join('.');
};

const goodOutcome = (key: ModelKey, { address, scope }: KeyRequest) => {
  if (key.expiresAt && key.expiresAt <= nowMs()) return 'key_expired';
  if (key.allowedNetworks && !key.allowedNetworks.some((network) => isIn(address, network)))
    return 'address_not_allowed';
  if (key.scopes && scope && !key.scopes.includes(scope)) return 'scope_missing';
  return passes(key.rateLimit);
};

const wantedOutcomes = (life: Life, keyRequest: KeyRequest) => {
  const outcomes = new Map(life.dead.map((value) => [value, 'key_revoked']));
  for (const key of life.keys) {
    const good = goodOutcome(key, keyRequest);
    if (key.value) outcomes.set(key.value, good);
    if (key.previous) outcomes.set(key.previous.value, passing(key) ? good : 'key_revoked');
  }
  return [...outcomes];
};

const compareChecks = (life: Life, keyRequest: KeyRequest) =>
  waitFor('every portal to have heard of the change', async () => {
    for (const [value, wanted] of wantedOutcomes(life, keyRequest))
      for (let place = 0; place < portals().length; place += 1)
        expect(await outcomeOf(place, value, keyRequest)).toBe(wanted);
  });

const compareEntries = async (life: Life) => {
  const log = await callOf(life, 0)(listActivities, { query: { category: 'api_key' } });
  // A job notes later which keys have expired.
  const types = log.map(({ type }) => type).filter((type) => type !== 'key_expired');
  expect(types.toSorted()).toEqual(life.entries.toSorted());
};

test('whatever happens to keys, every portal lists them and answers for each of their values as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, keyRequest), { minLength: 6, maxLength: 14 }), async (steps) => {
      const life = await beginLife();
      const plain = { kind: 'create', scopes: null, allowedNetworks: null } as const;
      await create(life, { ...plain, at: 0, environment: 'SANDBOX' });
      await create(life, { ...plain, at: 1, environment: 'PRODUCTION' });
      for (const [s, keyRequest] of steps) {
        await take(life, s);
        await compareLists(life, s.at);
        await compareChecks(life, keyRequest);
      }
      await compareEntries(life);
    }),
    { numRuns: howOften({ usual: 2, all: 12 }) },
  );
});
