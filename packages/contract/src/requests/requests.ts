// What the key check answered to each request with a key, a second or two after it did.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { oneOf, wholeNumber } from '../http/field.ts';
import { cursor, pageLimit } from '../http/paging.ts';
import { forwards, isForwards } from '../http/span.ts';
import { environments } from '../keys/api-keys.ts';
import { refusalReasons } from '../keys/key-refusals.ts';
import { moment, plainLine } from '../text.ts';

export const requestLimits = {
  page: 50,
  longestPage: 200,
  groups: 200,
  // The newest rows that are put into groups.
  grouped: 5000,
  waitSeconds: 25,
  requestId: 128,
  address: 64,
  method: 32,
  path: 400,
  userAgent: 400,
  // Of each key and outcome, in a second. What comes beyond is sampled.
  perSecond: 20,
  // Of each account, in a day. Beyond it each key has a row of each outcome in a minute.
  perDay: 2_000_000,
} as const;

export const requestDays = 7;

export const requestOutcomes = ['allowed', 'limited', 'refused'] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

// How screens and the command line name them. The last two together are Blocked.
export const outcomeNames: Record<RequestOutcome, string> = {
  allowed: 'Allowed',
  limited: 'Rate limited',
  refused: 'Rejected',
};

export const requestMessages = {
  requestId: `requestId must be 1 to ${requestLimits.requestId} printable characters`,
  cursorOrAfter: 'cursor cannot be used together with after',
} as const;

const printableId = /^[\x20-\x7e]{1,128}$/;
// An id that a gateway sent; any other gets replaced by one that the check makes.
export const isRequestId = (text: string) => printableId.test(text);

const text = (name: string, max: number) => {
  const rule = `${name} must be 1 to ${max} characters`;
  return z.optional(z.string(rule).check(z.minLength(1, rule), z.maxLength(max, rule), plainLine(name)));
};

const filters = {
  id: z.optional(z.uuid('id must be the id of a request')),
  environment: z.optional(oneOf('environment', environments)),
  keyId: z.optional(z.uuid('keyId must be the id of a key')),
  outcome: z.optional(oneOf('outcome', requestOutcomes)),
  // Rate limited and rejected requests together.
  blocked: z.optional(oneOf('blocked', ['true'])),
  reason: z.optional(oneOf('reason', refusalReasons)),
  address: text('address', requestLimits.address),
  method: text('method', requestLimits.method),
  userAgent: text('userAgent', requestLimits.userAgent),
  // The beginning of the path.
  path: text('path', requestLimits.path),
  requestId: z.optional(
    z.string(requestMessages.requestId).check(z.regex(printableId, requestMessages.requestId)),
  ),
  // From this time on, and before that one.
  from: z.optional(moment('from')),
  to: z.optional(moment('to')),
};

const requestRow = z.object({
  id: z.uuid(),
  at: z.string(),
  keyId: z.uuid(),
  keyName: z.string(),
  environment: z.enum(environments),
  outcome: z.enum(requestOutcomes),
  // Null for one that was allowed.
  reason: z.nullable(z.enum(refusalReasons)),
  // As the gateway described it. A path has lost its query, which may hold secrets.
  method: z.nullable(z.string()),
  path: z.nullable(z.string()),
  address: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
  // The scopes that it needed, separated by spaces.
  scope: z.nullable(z.string()),
  // How many requests this row represents: one, or more where they were sampled.
  weight: z.number(),
});
export type RequestRow = z.infer<typeof requestRow>;

// A call that waited without success was still given a place to go on from, so that the next one reads nothing again.
export const nextAfterHeader = 'x-next-after';

export const listRequests = endpoint('GET', '/requests', {
  cost: 'requestSearch',
  auth: 'verified',
  cli: ['read'],
  waits: true,
  summary: 'List the requests made with your API keys',
  query: z
    .object({
      ...filters,
      limit: pageLimit({ most: requestLimits.longestPage, usual: requestLimits.page }),
      cursor,
      after: z.optional(z.uuid('after must be the id of a request')),
      wait: z._default(wholeNumber('wait', { min: 0, max: requestLimits.waitSeconds }), 0),
    })
    .check(
      z.refine(isForwards, forwards),
      z.refine((query) => !query.cursor || !query.after, {
        path: ['cursor'],
        error: requestMessages.cursorOrAfter,
      }),
    ),
  reply: z.array(requestRow),
});

const requestGroup = z.object({
  reason: z.nullable(z.enum(refusalReasons)),
  outcome: z.enum(requestOutcomes),
  keyId: z.uuid(),
  keyName: z.string(),
  address: z.string(),
  userAgent: z.string(),
  // Requests, not rows.
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  lastId: z.uuid(),
});
export type RequestGroup = z.infer<typeof requestGroup>;

export const groupRequests = endpoint('GET', '/requests/groups', {
  cost: 'requestSearch',
  auth: 'verified',
  cli: ['read'],
  summary: 'Group the requests made with your API keys',
  query: z.object(filters).check(z.refine(isForwards, forwards)),
  reply: z.array(requestGroup),
});

export const keyRequestCalls = [listRequests, groupRequests];
