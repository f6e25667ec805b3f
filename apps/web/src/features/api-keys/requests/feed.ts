// The rows of a list that grows at its top. It keeps so many of them and no more, however long it is watched.
import type { RequestRow } from '@ballast/contract/requests/requests';

export const mostRows = 500;

export type Feed = {
  // The rows belong to this question.
  question: string;
  came: RequestRow[];
  // Rows were left out between those that came and the pages below.
  isCut: boolean;
  // More requests come than are shown.
  skips: boolean;
  isAway: boolean;
  failure: unknown;
  // Only rows that came after this one are shown.
  clearedAt: string | null;
};

export const newFeed = (question: string): Feed => ({
  question,
  came: [],
  isCut: false,
  skips: false,
  isAway: false,
  failure: null,
  clearedAt: null,
});

export type FeedEvent =
  | { type: 'came'; rows: RequestRow[] }
  | { type: 'skipped'; rows: RequestRow[] }
  | { type: 'away' }
  | { type: 'failed'; failure: unknown }
  | { type: 'cleared'; at: string | null };

const isNewer = (one: RequestRow, other: RequestRow) =>
  other.at.localeCompare(one.at) || other.id.localeCompare(one.id);

// Newest first, each once.
export const mergeRows = (...lists: RequestRow[][]) =>
  [...new Map(lists.flat().map((row) => [row.id, row])).values()].toSorted(isNewer);

const take = (feed: Feed, came: RequestRow[]): Feed => {
  const merged = mergeRows(came, feed.came);
  return {
    ...feed,
    came: merged.slice(0, mostRows),
    isCut: feed.isCut || merged.length > mostRows,
    isAway: false,
  };
};

export const nextFeed = (feed: Feed, event: FeedEvent): Feed => {
  switch (event.type) {
    case 'came':
      return event.rows.length || feed.isAway || feed.skips
        ? { ...take(feed, event.rows), skips: false }
        : feed;
    case 'skipped':
      return { ...take({ ...feed, came: [] }, event.rows), isCut: true, skips: true };
    case 'away':
      return feed.isAway ? feed : { ...feed, isAway: true };
    case 'failed':
      return { ...feed, failure: event.failure };
    case 'cleared':
      return { ...feed, clearedAt: event.at };
  }
};

// What came, and below it the pages that were loaded, unless something is missing in between.
export const shownRows = ({ came, isCut, clearedAt }: Feed, pages: RequestRow[]) => {
  const all = isCut ? came : mergeRows(came, pages);
  const shown = clearedAt === null ? all : all.filter(({ id }) => id > clearedAt);
  return { rows: shown.slice(0, mostRows), isFull: isCut || shown.length >= mostRows };
};

export const lastIdOf = (rows: RequestRow[]) =>
  rows.reduce<string | undefined>((last, { id }) => (last && last > id ? last : id), undefined);
