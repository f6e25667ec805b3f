import type { UsageBucket } from '@ballast/contract/keys/key-usage';
import { expect, test } from 'vitest';
import { bucketInWords, usageInWords } from './usage-words.ts';

const bucket = (start: string, allowed = 0, limited = 0, refused = 0): UsageBucket => ({
  start,
  allowed,
  limited,
  refused,
});
const midnight = '2026-11-15T00:00:00.000Z';

test('a day is named as UTC counts it, wherever the reader is', () => {
  expect(bucketInWords(bucket(midnight, 1200, 0, 3), '30d')).toBe(
    'Nov 15, 2026 (UTC): 1,200 allowed, 3 rejected',
  );
  expect(bucketInWords(bucket(midnight), '30d')).toBe('Nov 15, 2026 (UTC): no requests');
});

test('usage is told with its sum, what became of it, and when it was most', () => {
  const buckets = [bucket('2026-11-14T00:00:00.000Z', 0, 7), bucket(midnight, 4, 3)];
  expect(usageInWords({ allowed: 4, limited: 10, refused: 0 }, buckets, '30d')).toBe(
    '14 requests in the last 30 days: 4 allowed, 10 rate limited. Busiest day: 7, Nov 14, 2026 (UTC).',
  );
  expect(usageInWords({ allowed: 0, limited: 0, refused: 0 }, buckets, '24h')).toBe(
    'No requests in the last 24 hours',
  );
});
