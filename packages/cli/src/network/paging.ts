// A list is read page by page. A portal that names ever another page must not keep the tool busy for ever.
import { nextCursorHeader } from '@ballast/contract/http/paging';
import { CliFailure } from '../failures.ts';

const mostPages = 10_000;

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
