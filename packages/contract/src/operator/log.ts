// What operators did, as `operator log` reads and verifies it.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { wholeNumber } from '../http/field.ts';
import { pageLimit } from '../http/paging.ts';
import { moment } from '../text.ts';

export const operatorLogLimits = { usual: 50, most: 500, mostProblems: 20 } as const;

export const operatorEntry = z.object({
  position: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
});
export type OperatorEntry = z.infer<typeof operatorEntry>;

export const readOperatorLog = endpoint({
  method: 'GET',
  root: 'operator',
  path: '/log',
  auth: 'operator',
  summary: 'What operators did, newest first',
  query: z.object({
    since: z.optional(moment('since')),
    limit: pageLimit(operatorLogLimits),
    // Where the page before ended.
    before: z.optional(wholeNumber('before', { min: 1, max: Number.MAX_SAFE_INTEGER })),
  }),
  reply: z.object({ entries: z.array(operatorEntry), nextBefore: z.nullable(z.number()) }),
});

const knownFault = 'known must be the number and the hash of an entry: POSITION:HASH';

export const operatorLogReport = z.object({
  entries: z.number(),
  // The hash of the newest entry, to be compared with what a line of the log said when it was written.
  hash: z.string(),
  // Sentences, the first so many; none means that the log is as it was written.
  problems: z.array(z.string()),
  // Sentences about what may be all right, but needs a look.
  warnings: z.array(z.string()),
});
export type OperatorLogReport = z.infer<typeof operatorLogReport>;

export const verifyOperatorLog = endpoint({
  method: 'GET',
  root: 'operator',
  path: '/log/verify',
  auth: 'operator',
  summary: 'Whether an entry of the operator log was changed, removed or slipped in',
  query: z.object({
    known: z.optional(z.string(knownFault).check(z.regex(/^[1-9]\d{0,14}:[0-9a-f]{64}$/, knownFault))),
  }),
  reply: operatorLogReport,
});

export const operatorLogCalls = [readOperatorLog, verifyOperatorLog];
