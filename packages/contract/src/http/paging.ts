// Long lists are read page by page: a reply's header names where the next page begins.
import * as z from 'zod/mini';
import { wholeNumber } from './field.ts';

export const nextCursorHeader = 'x-next-cursor';

export const cursorUnknown = 'cursor must be one that x-next-cursor gave';

// No cursor that the server writes is longer: it holds a name of at most a hundred characters.
const longestCursor = 1200;

export const cursor = z.optional(
  z.string(cursorUnknown).check(z.minLength(1, cursorUnknown), z.maxLength(longestCursor, cursorUnknown)),
);

export const pageLimit = ({ most, usual }: { most: number; usual: number }) =>
  z._default(wholeNumber('limit', { min: 1, max: most }), usual);
