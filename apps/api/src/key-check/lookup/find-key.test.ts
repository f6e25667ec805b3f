// Look-ups that are under way while a key changes. The database's part is played by promises, so that each race happens.
import { beforeEach, expect, test } from 'vitest';
import { makeKeySecret } from '../key-secret.ts';
import { noBucket } from '../limits/memory-limiter.ts';
import { newCounter } from '../usage/usage-counter.ts';
import { openKeyFinder } from './find-key.ts';
import { type FoundKey, unknownKey } from './key-cache.ts';

const value = makeKeySecret('SANDBOX');
const counter = newCounter('key', 'owner', '');
const active: FoundKey = {
  kind: 'active',
  keyId: 'key',
  name: 'key',
  environment: 'SANDBOX',
  userId: 'user',
  rateLimit: 3,
  scopes: null,
  expiresAt: null,
  restrictions: null,
  endsAt: Number.POSITIVE_INFINITY,
  counter,
  bucket: noBucket,
  spentUntil: 0,
  knownAt: 0,
  answer: null,
};
const revoked: FoundKey = { kind: 'revoked', counter, rests: false };

let reads: PromiseWithResolvers<FoundKey | null>[];
let trusted: boolean;
let finder: ReturnType<typeof openKeyFinder>;
const find = () => finder.find(value);
const openFinder = (graceMs = 0) =>
  openKeyFinder(
    () => {
      const read = Promise.withResolvers<FoundKey | null>();
      reads.push(read);
      return read.promise;
    },
    () => trusted,
    graceMs,
  );

beforeEach(() => {
  reads = [];
  trusted = true;
  finder = openFinder();
});

test('who asks at the same time shares one look-up, who asks later none', async () => {
  const both = [find(), find()];
  reads[0]?.resolve(active);
  expect(await Promise.all(both)).toEqual([active, active]);
  expect(find()).toBe(active);
  expect(reads).toHaveLength(1);
});

test('nobody joins a look-up that began before a change', async () => {
  const before = find();
  finder.forget('key');
  const after = find();
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(revoked);
  expect(await after).toBe(revoked);
  reads[0]?.resolve(active);
  await before;
  expect(find()).toBe(revoked);
});

test('what was read before a change is not kept', async () => {
  const before = find();
  finder.forget('key');
  reads[0]?.resolve(active);
  await before;
  find();
  expect(reads).toHaveLength(2);
});

test('what was read before announcements were missed is not kept', async () => {
  const before = find();
  finder.forgetAll();
  reads[0]?.resolve(active);
  await before;
  find();
  expect(reads).toHaveLength(2);
});

test('while changes are not heard everybody asks for themselves, and nothing is kept or used', async () => {
  const known = find();
  reads[0]?.resolve(active);
  await known;
  trusted = false;
  const both = [find(), find()];
  expect(reads).toHaveLength(3);
  for (const read of reads) read.resolve(revoked);
  expect(await Promise.all(both)).toEqual([revoked, revoked]);
});

test('a database that is away is remembered by nobody', async () => {
  const first = find();
  reads[0]?.resolve(null);
  expect(await first).toBeNull();
  find();
  expect(reads).toHaveLength(2);
});

const suspended: FoundKey = { kind: 'suspended', counter, endsAt: Number.POSITIVE_INFINITY };

test.each([revoked, { ...revoked, rests: true }, suspended, unknownKey])(
  'a key that was last read as %j has no grace, although its change was not heard',
  async (ended) => {
    finder = openFinder(3_600_000);
    const known = find();
    reads[0]?.resolve({ ...active });
    await known;
    expect(finder.findKnown(value)).not.toBeNull();

    // The database answers, and the notice is lost. A slower read that began before must not bring the key back.
    trusted = false;
    const slower = find();
    const newest = find();
    reads[2]?.resolve(ended);
    expect(await newest).toBe(ended);
    reads[1]?.resolve({ ...active });
    await slower;
    expect(finder.findKnown(value)).toBeNull();
  },
);
