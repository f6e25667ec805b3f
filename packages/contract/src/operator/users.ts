// The operator's calls about accounts. None carries a secret.
import * as z from 'zod/mini';
import { cliScopes } from '../cli/cli-scopes.ts';
import { operatorEndpoint } from '../http/endpoint.ts';
import { oneOf, trueOrFalse } from '../http/field.ts';
import { cursor, pageLimit } from '../http/paging.ts';
import { environments } from '../keys/api-keys.ts';
import { optionalText, requiredText } from '../text.ts';

export const userStatuses = ['active', 'suspended', 'deleted'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const operatorUserLimits = {
  ...{ usual: 50, most: 200, maxReason: 500, shown: 20, candidates: 5 },
  // The owner has so long to stop a reset of their second factors.
  resetHours: 24,
} as const;

export const operatorUserMessages = {
  none: (who: string) => `No user ${who}`,
  several: (start: string, candidates: string[], more: boolean) =>
    `More than one user begins with ${start}: ${candidates.join(', ')}${more ? ', and more' : ''}`,
  alreadySuspended: 'This account is suspended already',
  notSuspended: 'This account is not suspended',
  closed: 'This account is suspended or deleted',
  noFactors: 'This account has no second step and no passkey',
  resetPending: (at: string) => `The second steps of this account will already be removed at ${at}`,
  secondName: '--now must be used with --as and the name of a second person',
  transferUnderWay: 'A transfer of test tokens is under way for this account. Try again when it is settled',
} as const;

// An id, how it begins, or an address.
const who = z.object({ who: z.string() });

export const reasonText = requiredText({
  label: 'The reason',
  required: 'Enter the reason',
  max: operatorUserLimits.maxReason,
});

const user = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  company: z.nullable(z.string()),
  status: z.enum(userStatuses),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  activeKeys: z.number(),
});
export type OperatorUser = z.infer<typeof user>;

const userDetails = z.object({
  ...user.shape,
  suspendedAt: z.nullable(z.string()),
  suspendedReason: z.nullable(z.string()),
  deletesAt: z.nullable(z.string()),
  // How they sign in: a password, providers, passkeys; and how many second factors they have.
  signsInWith: z.array(z.string()),
  secondFactors: z.number(),
  // When an operator's reset removes the second factors and passkeys.
  factorsResetAt: z.nullable(z.string()),
  openRequests: z.number(),
  sessions: z.array(
    z.object({ id: z.string(), address: z.string(), userAgent: z.string(), lastSeenAt: z.string() }),
  ),
  commandLines: z.array(
    z.object({
      id: z.string(),
      deviceName: z.string(),
      kind: z.enum(['device', 'machine']),
      address: z.string(),
      lastUsedAt: z.nullable(z.string()),
      scopes: z.array(z.enum(cliScopes)),
      // Null is until it is revoked.
      expiresAt: z.nullable(z.string()),
    }),
  ),
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      environment: z.enum(environments),
      status: z.enum(['ACTIVE', 'EXPIRED', 'REVOKED']),
      rateLimit: z.number(),
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
});
export type OperatorUserDetails = z.infer<typeof userDetails>;

export const listUsers = operatorEndpoint('GET', '/users', {
  summary: 'List accounts, newest first',
  query: z.object({
    search: optionalText('search', 100),
    status: z.optional(oneOf('status', userStatuses)),
    limit: pageLimit(operatorUserLimits),
    cursor,
  }),
  reply: z.object({ users: z.array(user), nextCursor: z.nullable(z.string()) }),
});

export const showUser = operatorEndpoint('GET', '/users/:who', {
  summary: 'Get one account; the view is logged',
  params: who,
  reply: userDetails,
});

export const suspendUser = operatorEndpoint('POST', '/users/:who/suspend', {
  summary: 'Suspend an account: sign-in, sessions and keys stop immediately',
  params: who,
  body: z.strictObject({ reason: reasonText }),
  reply: userDetails,
});

export const restoreUser = operatorEndpoint('POST', '/users/:who/restore', {
  summary: 'Restore a suspended account: its keys work again, its sessions do not',
  params: who,
  reply: userDetails,
});

export const endUserSessions = operatorEndpoint('POST', '/users/:who/end-sessions', {
  summary: 'Sign an account out of every browser and device',
  params: who,
  reply: z.object({ id: z.string(), sessions: z.number(), commandLines: z.number() }),
});

export const resetFactors = operatorEndpoint('POST', '/users/:who/reset-factors', {
  summary: `Remove lost second steps, passkeys and recovery codes ${operatorUserLimits.resetHours} hours after the owner was told`,
  params: who,
  body: z.strictObject({ reason: reasonText, now: trueOrFalse('now') }),
  reply: userDetails,
});

export const exportUser = operatorEndpoint('GET', '/users/:who/export', {
  summary: 'Export everything the portal holds about an account; the export is logged',
  params: who,
  query: z.object({ reason: reasonText }),
  download: true,
  reply: z.string(),
});

export const eraseUser = operatorEndpoint('DELETE', '/users/:who', {
  summary: 'Delete an account and all its data immediately',
  params: who,
  query: z.object({ reason: reasonText }),
  reply: z.object({
    id: z.string(),
    jobs: z.number(),
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
  }),
});
export type ErasedUser = z.infer<typeof eraseUser.reply>;

export const operatorUserCalls = [
  listUsers,
  showUser,
  suspendUser,
  restoreUser,
  endUserSessions,
  resetFactors,
  exportUser,
  eraseUser,
];
