// Every endpoint of the contract, called by everybody who is not its owner: each gets what the endpoint says of itself, a
// refused call changes nothing of the owner's, and no answer tells others anything of the owner.
import { type Endpoint, routeOf } from '@ballast/contract/endpoint';
import { endpoints } from '@ballast/contract/endpoints';
import { beforeAll, expect, test } from 'vitest';
import { howOften } from '../../testing/database.ts';
import { type CallerName, callerNames, callers } from '../../testing/isolation/callers.ts';
import { expectedOf, inDialect } from '../../testing/isolation/expectations.ts';
import { openOwnersRows } from '../../testing/isolation/owners-rows.ts';
import { type Case, cases } from '../../testing/isolation/requests.ts';
import { type Sent, send } from '../../testing/isolation/send.ts';
import { openWorld, type World } from '../../testing/isolation/world.ts';
import { useTestApp } from '../../testing/test-app.ts';

const app = useTestApp();

let world: World;
let readOwnersRows: () => Promise<string[]>;
beforeAll(async () => {
  world = await openWorld(app());
  readOwnersRows = await openOwnersRows(app().database, world.owner.user.id);
});

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${routeOf(endpoint)}`;

// What only the owner may read.
const ownersOwn = ({ owner }: World) => [
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

const tokenOf = ({ endsSession }: Case, name: CallerName) => {
  const { shows, showsAnother } = callers[name];
  return endsSession && showsAnother ? showsAnother(world) : shows(world);
};

const expectationOf = ({ endpoint, exceptions, withoutProof }: Case, caller: CallerName) => {
  const byContract = exceptions[caller] ?? expectedOf(endpoint, caller);
  return inDialect(endpoint, byContract.code === null && withoutProof ? withoutProof : byContract);
};

// In the usual scope each endpoint meets three of the callers, and the next endpoint the next three.
const perEndpoint = howOften({ usual: 3, all: callerNames.length });
const metBy = (index: number) =>
  Array.from({ length: perEndpoint }, (_, i) => callerNames[(index * perEndpoint + i) % callerNames.length]);

const matrix = cases.flatMap((one, index) =>
  metBy(index).flatMap((caller) => (caller ? [[nameOf(one.endpoint), caller, one] as const] : [])),
);

test('every endpoint of the contract is in the matrix', () => {
  const inMatrix = cases.map(({ endpoint }) => nameOf(endpoint));
  expect(inMatrix.toSorted()).toEqual(endpoints.map(nameOf).toSorted());
});

test.each(matrix)('%s for %s', async (_, caller, one) => {
  const { endpoint } = one;
  const { isOwner } = callers[caller];
  const expected = expectationOf(one, caller);
  const sent = (await one.request(world)) as Sent;
  const token = await tokenOf(one, caller);
  const before = await readOwnersRows();
  const { text, ...got } = await send(app().url, endpoint, sent, token);
  expect(got, text).toEqual(expected);
  if (!isOwner || (expected.code && !one.logsRefusals)) expect(await readOwnersRows()).toEqual(before);
  if (!isOwner) for (const secret of ownersOwn(world)) expect(text).not.toContain(secret);
});
