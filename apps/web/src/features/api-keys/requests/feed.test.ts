import type { RequestRow } from '@ballast/contract/requests/requests';
import { expect, test } from 'vitest';
import { mergeRows, mostRows, newFeed, nextFeed, shownRows } from './feed.ts';

const row = (number: number, at = number): RequestRow => ({
  id: String(number).padStart(8, '0'),
  at: new Date(Date.UTC(2026, 10, 18) + at * 1000).toISOString(),
  ...{ keyId: 'k', keyName: 'till', environment: 'SANDBOX', outcome: 'allowed', reason: null },
  ...{ method: null, path: null, address: '', userAgent: '', requestId: '', scope: null, weight: 1 },
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => row(from + i));
const idsOf = (list: RequestRow[]) => list.map(({ id }) => Number(id));

test('rows are newest first and each is there once, whatever came when', () => {
  expect(idsOf(mergeRows([row(2), row(9, 1)], [row(3), row(2)]))).toEqual([3, 2, 9]);
});

test('what comes is above the pages', () => {
  const feed = nextFeed(newFeed(''), { type: 'came', rows: rows(3, 5) });
  expect(idsOf(shownRows(feed, rows(0, 3).toReversed()).rows)).toEqual([4, 3, 2, 1, 0]);
});

test('a list that is watched for long keeps the newest, and shows nothing below a gap', () => {
  let feed = newFeed('');
  for (let i = 0; i < 20; i += 1)
    feed = nextFeed(feed, { type: 'came', rows: rows(100 + i * 50, 150 + i * 50) });
  const { rows: shown, isFull } = shownRows(feed, rows(0, 100));
  expect(feed.came).toHaveLength(mostRows);
  expect(shown).toHaveLength(mostRows);
  expect(isFull).toBe(true);
  expect(shown[0]).toEqual(row(1099));
});

test('after a page that was too long only the newest are shown, until the list has caught up', () => {
  const before = nextFeed(newFeed(''), { type: 'came', rows: rows(0, 10) });
  const skipped = nextFeed(before, { type: 'skipped', rows: rows(500, 503) });
  expect(idsOf(shownRows(skipped, rows(0, 5)).rows)).toEqual([502, 501, 500]);
  expect(skipped.skips).toBe(true);
  expect(nextFeed(skipped, { type: 'came', rows: [] }).skips).toBe(false);
});

test('a list that was cleared shows what came since', () => {
  const before = nextFeed(newFeed(''), { type: 'came', rows: rows(0, 3) });
  const cleared = nextFeed(before, { type: 'cleared', at: row(2).id });
  expect(shownRows(cleared, rows(0, 2)).rows).toEqual([]);
  expect(idsOf(shownRows(nextFeed(cleared, { type: 'came', rows: [row(3)] }), []).rows)).toEqual([3]);
  const again = nextFeed(cleared, { type: 'cleared', at: null });
  expect(shownRows(again, []).rows).toHaveLength(3);
});

test('nothing is drawn again where nothing came', () => {
  const feed = newFeed('');
  expect(nextFeed(feed, { type: 'came', rows: [] })).toBe(feed);
});
