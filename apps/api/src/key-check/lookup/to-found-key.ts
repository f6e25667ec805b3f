// What the check keeps of a key that was looked up: its row, its counter, its token bucket, its answer.

import { noBucket } from '../limits/memory-limiter.ts';
import { prepareRestrictions } from '../restrictions/restrictions.ts';
import { newCounter } from '../usage/usage-counter.ts';
import { type FoundKey, never, unknownKey } from './key-cache.ts';
import type { LookUp } from './read-key.ts';

// The result is null when the database is away.
export const toFoundKey = (lookUp: LookUp): FoundKey | null => {
  if (lookUp === 'unavailable') return null;
  if (lookUp === 'unknown') return unknownKey;
  const { hash, key, revoked, resting, suspended } = lookUp;
  const endsAt = lookUp.endsAt?.getTime() ?? never;
  const counter = newCounter(key.keyId, key.userId, hash);
  if (revoked || resting) return { kind: 'revoked', counter, rests: !revoked };
  if (suspended) return { kind: 'suspended', counter, endsAt };
  const { allowedNetworks, ...facts } = key;
  return {
    kind: 'active',
    ...facts,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    restrictions: prepareRestrictions(key),
    endsAt,
    counter,
    bucket: noBucket,
    spentUntil: 0,
    answer: null,
  };
};
