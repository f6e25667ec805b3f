// Every endpoint of the contract, called by everybody in every state. Each caller gets what the endpoint says of itself. A refused call
// changes nothing of the owner's or the caller's, and no answer tells others anything about the owner.
import { createHash } from 'node:crypto';
import { endpoints } from '@ballast/contract/endpoints';
import { listRequests } from '@ballast/contract/requests/requests';
import { getTableName } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { howOften } from '../../../testing/databases/database.ts';
import { type CallerName, callerNames, callers, type Everybody } from '../../../testing/isolation/callers.ts';
import type { Case } from '../../../testing/isolation/cases.ts';
import { expectedOf, inDialect, nameOf } from '../../../testing/isolation/expectations.ts';
import { openRows } from '../../../testing/isolation/owners-rows.ts';
import { cases } from '../../../testing/isolation/requests.ts';
import { beforeSecondFactor } from '../../../testing/isolation/second-factor-owed.ts';
import { type Sent, send } from '../../../testing/isolation/send.ts';
import { openStates } from '../../../testing/isolation/states.ts';
import { openWorld, ownerOf } from '../../../testing/isolation/world.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { factsOf } from '../../db/owned.ts';
import { keyRequests } from '../../key-check/requests/tables.ts';

const app = useTestApp();

let everybody: Everybody;
let readRows: Awaited<ReturnType<typeof openRows>>;
let ownersRows: ReturnType<typeof parseRow>[];
// Each use of a key adds some, so they are not among the rows that must stay alike.
let ownersRequests: { id: string }[];
beforeAll(async () => {
  const world = await openWorld(app());
  everybody = { ...world, states: await openStates(world) };
  readRows = await openRows(app().database);
  ownersRows = (await readRows(world.owner.user.id)).map(parseRow);
  ownersRequests = await world.owner.call(listRequests, { query: {} });
});

const parseRow = (row: string) => {
  const end = row.indexOf(' ');
  const [place, content] = [row.slice(0, end), row.slice(end + 1)];
  return { place, id: place === 'mail' ? null : (JSON.parse(content) as { id?: unknown }).id };
};

// What only the owner may read: what the owner was given, and the id of every row of theirs.
const ownersOwn = ({ owner }: Everybody) => [
  ...ownersRows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  ...ownersRequests.map(({ id }) => id),
  owner.user.id,
  owner.email,
  owner.sandboxKey.id,
  owner.sandboxKey.key,
  owner.productionKey.id,
  owner.productionKey.key,
  owner.device.deviceId,
  owner.device.token,
  owner.transfer.id,
  owner.passkey.id,
];

// What the owner's own session may do can use the owner up, so another one does it.
const usesUp = ({ endpoint: { method, auth, takesSession } }: Case) =>
  method !== 'GET' && auth !== 'operator' && auth !== 'api-key' && (auth !== 'public' || takesSession);

const worldFor = async (one: Case, caller: CallerName): Promise<Everybody> =>
  caller === 'the owner' && usesUp(one) ? { ...everybody, owner: await ownerOf(app()) } : everybody;

const tokenOf = ({ endsSession }: Case, name: CallerName, world: Everybody) => {
  const { shows, showsAnother } = callers[name];
  return endsSession && showsAnother ? showsAnother(world) : shows(world);
};

const expectationOf = (one: Case, caller: CallerName) => {
  const { endpoint, exceptions, withoutProof } = one;
  const byContract = exceptions[caller] ?? expectedOf(one, caller);
  const lacksProof = byContract.code === null && withoutProof && !exceptions[caller];
  return inDialect(endpoint, lacksProof ? withoutProof : byContract);
};

// In the usual scope each endpoint meets three of the callers. Its name says which, so that others change nothing about that.
const perEndpoint = howOften({ usual: 3, all: callerNames.length });
const metBy = (name: string) => {
  const rank = (caller: CallerName) => createHash('sha256').update(`${name} ${caller}`).digest('hex');
  return callerNames.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, perEndpoint);
};

const matrix = cases.flatMap((one) => {
  const name = nameOf(one.endpoint);
  return metBy(name).map((caller) => [name, caller, one] as const);
});

const inContract = endpoints.map(nameOf).toSorted();

test('every endpoint of the contract is in the matrix', () => {
  expect(cases.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(inContract);
});

// These change how their owner signs in, and their own tests have two owners.
const waysIn = ['identities', 'factors', 'recovery_codes'];
// No call of the portal lists these.
const unlisted = [
  'mailed_codes',
  'former_addresses',
  'disconnected_identities',
  'factor_resets',
  'limit_ends',
];

// A query that forgets its owner is seen only if there is a row that others must not get. `ownerOf` makes one of each.
test('the owner of the matrix has a row of everything that an account can download', () => {
  const exported = app()
    .deps.tables.filter((table) => 'as' in (factsOf(table).exported ?? {}))
    .map(getTableName);
  expect(ownersRequests).not.toEqual([]);
  const places = new Set([
    ...ownersRows.map(({ place }) => place),
    ...waysIn,
    ...unlisted,
    getTableName(keyRequests),
  ]);
  expect(exported.filter((name) => !places.has(name))).toEqual([]);
});

test('what an account may do before its second factor is written out', () => {
  const marked = endpoints.filter((endpoint) => endpoint.beforeSecondFactor).map(nameOf);
  expect([...beforeSecondFactor].toSorted()).toEqual(marked.toSorted());
});

// A request that was refused to one caller is as good for the next one, unless anybody could have spent it.
const unspent = new Map<Case, Sent>();
const requestFor = async (one: Case, world: Everybody) =>
  (world === everybody && unspent.get(one)) || ((await one.request(world)) as Sent);

// Only the owner changes the owner's rows, and a refused call changes nothing of its caller's.
const watchedAccounts = (
  { logsRefusals }: Case,
  caller: CallerName,
  world: Everybody,
  isRefused: boolean,
) => {
  const { isOwner, account } = callers[caller];
  const isStill = isRefused && !logsRefusals;
  const own = isStill ? account?.(world).user.id : undefined;
  return [...(isOwner && !isStill ? [] : [world.owner.user.id]), ...(own ? [own] : [])];
};

test.each(matrix)('%s for %s', async (_, caller, one) => {
  const expected = expectationOf(one, caller);
  const isRefused = expected.code !== null;
  const world = await worldFor(one, caller);
  const sent = await requestFor(one, world);
  const token = await tokenOf(one, caller, world);
  const watched = watchedAccounts(one, caller, world, isRefused);
  const before = watched.length ? await readRows(...watched) : [];
  unspent.delete(one);
  const { text, ...got } = await send(app().url, one.endpoint, sent, token);
  expect(got, text).toEqual(expected);
  if (watched.length) expect(await readRows(...watched)).toEqual(before);
  if (!callers[caller].isOwner) for (const secret of ownersOwn(world)) expect(text).not.toContain(secret);
  if (isRefused && world === everybody && one.endpoint.auth !== 'public') unspent.set(one, sent);
});
