// The cache's promises: it is bounded, a flood of unknown values pushes out no good key, and a forgotten key is forgotten.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noBucket } from '../limits/memory-limiter.ts';
import { newCounter } from '../usage/usage-counter.ts';
import { type ActiveKey, openKeyCache } from './key-cache.ts';

const activeKey = (keyId: string): ActiveKey => ({
  kind: 'active',
  keyId,
  name: 'key',
  environment: 'SANDBOX',
  userId: 'user',
  rateLimit: 3,
  scopes: null,
  expiresAt: null,
  restrictions: null,
  endsAt: Number.POSITIVE_INFINITY,
  counter: newCounter(keyId, 'owner', ''),
  bucket: noBucket,
  spentUntil: 0,
  knownAt: 0,
  answer: null,
});

test('two hundred thousand unknown values push out no good key, and all stays bounded', () => {
  const cache = openKeyCache();
  const good = activeKey('good');
  cache.set('good value', good);
  for (let i = 0; i < 200_000; i += 1) cache.set(`unknown ${i}`, { kind: 'unknown' });
  expect(cache.get('good value')).toBe(good);
  expect(cache.size()).toBeLessThanOrEqual(20_001);
  for (let i = 0; i < 200_000; i += 1) cache.set(`value ${i}`, activeKey(`key ${i}`));
  expect(cache.size()).toBeLessThanOrEqual(40_000);
});

test('a key that is used stays, however many others come', () => {
  const cache = openKeyCache();
  cache.set('used', activeKey('used'));
  for (let i = 0; i < 100_000; i += 1) {
    cache.set(`value ${i}`, activeKey(`key ${i}`));
    if (i % 1000 === 0) expect(cache.get('used')).toBeDefined();
  }
  cache.forget('used');
  expect(cache.get('used')).toBeUndefined();
});

test('both values of a key that was rotated with a grace are kept', () => {
  const cache = openKeyCache();
  const [current, previous] = [activeKey('rotated'), activeKey('rotated')];
  cache.set('current', current);
  cache.set('previous', previous);
  expect([cache.get('current'), cache.get('previous')]).toEqual([current, previous]);
});

test('whatever was read around rotations, forgetting a key forgets every value of it', () => {
  const step = fc.record({ key: fc.nat(3), value: fc.nat(3), act: fc.constantFrom('set', 'get', 'forget') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = openKeyCache();
      for (const { key, value, act } of steps) {
        const name = `value ${value} of ${key}`;
        if (act === 'set') cache.set(name, activeKey(String(key)));
        if (act === 'get') cache.get(name);
        if (act !== 'forget') continue;
        cache.forget(String(key));
        for (let other = 0; other <= 3; other += 1)
          expect(cache.get(`value ${other} of ${key}`)).toBeUndefined();
      }
    }),
  );
});
