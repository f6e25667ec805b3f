import * as z from 'zod/mini';
import { operatorEndpoint } from '../http/endpoint.ts';
import { wholeNumber } from '../http/field.ts';
import { pageLimit } from '../http/paging.ts';
import { moment } from '../text.ts';

export const operatorLogLimits = { usual: 50, most: 500, mostProblems: 20 } as const;

export const operatorEntry = z.object({
  position: z.number(),
  at: z.string(),
  // The name that the system proves, and the one that was given with --as.
  actor: z.string(),
  as: z.nullable(z.string()),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
});
export type OperatorEntry = z.infer<typeof operatorEntry>;

export const readOperatorLog = operatorEndpoint('GET', '/log', {
  summary: 'List what operators did, newest first',
  query: z.object({
    since: z.optional(moment('since')),
    limit: pageLimit(operatorLogLimits),
    before: z.optional(wholeNumber('before', { min: 1, max: Number.MAX_SAFE_INTEGER })),
  }),
  reply: z.object({ entries: z.array(operatorEntry), nextBefore: z.nullable(z.number()) }),
});

const knownFault = 'known must be the number and the hash of an entry: POSITION:HASH';

export const operatorLogReport = z.object({
  entries: z.number(),
  // The hash of the newest entry, to compare with the portal's log.
  hash: z.string(),
  // Sentences, the first so many; none means that the log is as it was written.
  problems: z.array(z.string()),
  // Sentences about what may be all right, but needs a look.
  warnings: z.array(z.string()),
});
export type OperatorLogReport = z.infer<typeof operatorLogReport>;

export const verifyOperatorLog = operatorEndpoint('GET', '/log/verify', {
  summary: 'Check the operator log for changed, removed or added entries',
  query: z.object({
    known: z.optional(z.string(knownFault).check(z.regex(/^[1-9]\d{0,14}:[0-9a-f]{64}$/, knownFault))),
  }),
  reply: operatorLogReport,
});

export const operatorLogCalls = [readOperatorLog, verifyOperatorLog];
