// Lists that are read page by page.
import { nextCursorHeader } from '@ballast/contract/http/paging';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { CliFailure } from '../failures.ts';

export const limitOption = (description: string) =>
  new Option('-n, --limit <number>', description).argParser((text) => {
    const limit = Number(text);
    if (Number.isSafeInteger(limit) && limit > 0) return limit;
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  });

const mostPages = 10_000;

// A portal that always names a further page must not keep the tool busy for ever.
export const pageCursors = () => {
  const seen = new Set<string>();
  return (headers: Headers) => {
    const cursor = headers.get(nextCursorHeader);
    if (!cursor) return undefined;
    if (seen.has(cursor) || seen.size >= mostPages)
      throw new CliFailure('failed', "The portal's list does not end. Use --limit to read a part of it.");
    seen.add(cursor);
    return cursor;
  };
};

type Page<Entry> = { reply: Entry[]; headers: Headers };
type ReadPage<Entry> = (page: { limit: number; cursor: string | undefined }) => Promise<Page<Entry>>;
type Length = { longestPage: number; most?: number | undefined };

// A portal that knows no pages answers everything at once.
export async function* readPages<Entry>(
  readPage: ReadPage<Entry>,
  { longestPage, most = Number.POSITIVE_INFINITY }: Length,
): AsyncGenerator<Entry> {
  const nextCursor = pageCursors();
  let left = most;
  let cursor: string | undefined;
  do {
    const { reply, headers } = await readPage({ limit: Math.min(left, longestPage), cursor });
    yield* reply.slice(0, left);
    left -= reply.length;
    cursor = left > 0 ? nextCursor(headers) : undefined;
  } while (cursor);
}

export const collect = async <Entry>(entries: AsyncIterable<Entry>) => {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
};
