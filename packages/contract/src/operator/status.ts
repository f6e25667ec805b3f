import * as z from 'zod/mini';
import { operatorEndpoint } from '../http/endpoint.ts';

export const databaseStates = ['ready', 'read-only', 'unreachable'] as const;
export const redisStates = ['not used', 'ready', 'unreachable'] as const;
export const certificateParts = ['portal', 'database', 'redis', 'smtp'] as const;
export type CertificatePart = (typeof certificateParts)[number];

// A job that is older is late.
export const oldestJobSeconds = 300;
// A clock that is further from the database's is wrong.
export const greatestSkewSeconds = 30;

// Null is what could not be found out in time.
export const operatorStatus = z.object({
  version: z.string(),
  node: z.string(),
  process: z.object({ pid: z.number(), startedAt: z.string() }),
  processes: z.nullable(z.array(z.object({ address: z.nullable(z.string()), connectedAt: z.string() }))),
  // The processes that serve on this process's port: how many answer, and how many there should be.
  workers: z.nullable(z.object({ up: z.number(), wanted: z.number() })),
  database: z.object({
    kind: z.enum(['postgresql', 'embedded']),
    state: z.enum(databaseStates),
    version: z.nullable(z.string()),
    missingMigrations: z.nullable(z.array(z.string())),
    connections: z.nullable(z.object({ used: z.number(), most: z.number() })),
    // How far this process's clock is from the database's.
    clockSkewSeconds: z.nullable(z.number()),
  }),
  redis: z.enum(redisStates),
  // Jobs that are due and have not begun, and for how long the oldest of them has been. Jobs that failed and are tried again.
  // `age` is how long ago the oldest of all these was queued.
  queues: z.nullable(
    z.array(
      z.object({
        queue: z.string(),
        waiting: z.number(),
        seconds: z.number(),
        retrying: z.number(),
        age: z.number(),
      }),
    ),
  ),
  mail: z.enum(['smtp', 'dev mailbox']),
  // An attempt failed, and none has succeeded since.
  mailFailing: z.nullable(z.boolean()),
  // When the certificates of what the portal talks to, and its own, expire.
  certificates: z.array(z.object({ part: z.enum(certificateParts), expiresAt: z.string() })),
  // The newest that `backup` wrote or was told of.
  lastBackupAt: z.nullable(z.string()),
});
export type OperatorStatus = z.infer<typeof operatorStatus>;

export const readStatus = operatorEndpoint('GET', '/status', {
  summary: 'Get the status of the portal and its parts',
  reply: operatorStatus,
});

export const operatorStatusCalls = [readStatus];
