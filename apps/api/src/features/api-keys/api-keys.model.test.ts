// Random histories of two developers, against the API and against a model of a few lines; both must agree after each step.
import { listActivities } from '@ballast/contract/activities';
import { ApiError } from '@ballast/contract/http/client';
import * as contract from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { updateProfile } from '@ballast/contract/profile';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { howOften } from '../../../testing/databases/database.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

type ModelKey = {
  id: string;
  name: string;
  environment: contract.Environment;
  value: string;
  openRequest: boolean;
};
type Developer = {
  call: Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>['call'];
  keys: ModelKey[];
  entries: string[];
};

const who = fc.constantFrom(0, 1);
const which = fc.nat({ max: 5 });
const name = fc.constantFrom('alpha', 'Alpha', 'beta', ' gamma ', 'ALPHA');
const environment = fc.constantFrom(...contract.environments);
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), who, name, environment }),
  fc.record({ kind: fc.constant('rename' as const), who, of: who, which, name }),
  fc.record({ kind: fc.constant('rotate' as const), who, of: who, which }),
  fc.record({ kind: fc.constant('delete' as const), who, of: who, which }),
  fc.record({
    kind: fc.constant('request' as const),
    who,
    of: who,
    which,
    limit: fc.integer({ min: 1, max: 1100 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const newDeveloper = async (): Promise<Developer> => {
  const { call } = await app().verifiedUser();
  await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'OTHER' } });
  return { call, keys: [], entries: [] };
};

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const isTaken = (keys: ModelKey[], wanted: string, inEnvironment: string, except?: string) =>
  keys.some((key) => key.id !== except && key.environment === inEnvironment && sameName(key.name, wanted));

const statusOf = async (call: Promise<unknown>) => {
  try {
    return { status: 200, reply: await call };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, reply: null };
  }
};

const create = async (developer: Developer, s: Extract<Step, { kind: 'create' }>) => {
  const wanted = isTaken(developer.keys, s.name, s.environment) ? 409 : 200;
  const { status, reply } = await statusOf(
    developer.call(contract.createKey, { body: { name: s.name, environment: s.environment } }),
  );
  expect(status).toBe(wanted);
  if (status !== 200) return;
  const { id, key } = reply as contract.ApiKey;
  developer.keys.unshift({
    id,
    name: s.name.trim(),
    environment: s.environment,
    value: key,
    openRequest: false,
  });
  developer.entries.unshift('key_created');
};

const change = async (developers: Developer[], s: Exclude<Step, { kind: 'create' }>) => {
  const actor = developers[s.who] as Developer;
  const owner = developers[s.of] as Developer;
  const target = owner.keys[s.which];
  const mine = target && owner === actor ? target : null;
  const params = { id: target?.id ?? crypto.randomUUID() };

  switch (s.kind) {
    case 'rename': {
      const wanted = mine ? (isTaken(actor.keys, s.name, mine.environment, mine.id) ? 409 : 200) : 404;
      const { status } = await statusOf(actor.call(contract.updateKey, { params, body: { name: s.name } }));
      expect(status).toBe(wanted);
      if (status !== 200 || !mine || mine.name === s.name.trim()) return;
      mine.name = s.name.trim();
      actor.entries.unshift('key_updated');
      return;
    }
    case 'rotate': {
      const { status, reply } = await statusOf(actor.call(contract.rotateKey, { params }));
      expect(status).toBe(mine ? 200 : 404);
      if (!mine) return;
      expect((reply as contract.ApiKey).key).not.toBe(mine.value);
      mine.value = (reply as contract.ApiKey).key;
      actor.entries.unshift('key_rotated');
      return;
    }
    case 'delete': {
      const { status } = await statusOf(actor.call(contract.deleteKey, { params }));
      expect(status).toBe(mine ? 200 : 404);
      if (!mine) return;
      actor.keys = actor.keys.filter((key) => key !== mine);
      actor.entries.unshift('key_deleted');
      return;
    }
    case 'request': {
      const body = { requestedLimit: s.limit, reason: 'a justification of sufficient length' };
      const { status } = await statusOf(actor.call(requestRateLimit, { params, body }));
      const wanted = s.limit > 1000 ? 422 : !mine ? 404 : s.limit <= 3 ? 422 : mine.openRequest ? 409 : 200;
      expect(status).toBe(wanted);
      if (status !== 200 || !mine) return;
      mine.openRequest = true;
      actor.entries.unshift('rate_limit_requested');
    }
  }
};

const compare = async ({ call, keys, entries }: Developer) => {
  const listed = await call(contract.listKeys, { query: {} });
  const shown = listed.map((key) => ({
    id: key.id,
    name: key.name,
    environment: key.environment,
    value: key.key,
    openRequest: key.latestRequest?.status === 'PENDING',
  }));
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(shown.toSorted(byId)).toEqual(keys.toSorted(byId));
  const log = await call(listActivities, { query: {} });
  const written = log
    .map(({ type }) => type)
    .filter((type) => type.startsWith('key_') || type.startsWith('rate_'));
  expect(written.toSorted()).toEqual(entries.toSorted());
};

test('whatever two developers do, lists, names, ownership and log are as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const developers = [await newDeveloper(), await newDeveloper()];
      for (const s of steps) {
        if (s.kind === 'create') await create(developers[s.who] as Developer, s);
        else await change(developers, s);
        for (const developer of developers) await compare(developer);
      }
    }),
    { numRuns: howOften({ usual: 6, all: 60 }) },
  );
});
