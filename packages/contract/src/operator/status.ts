import * as z from 'zod/mini';
import { operatorEndpoint } from '../http/endpoint.ts';

export const databaseStates = ['ready', 'read-only', 'unreachable'] as const;
export const redisStates = ['not used', 'ready', 'unreachable'] as const;

export const operatorStatus = z.object({
  version: z.string(),
  node: z.string(),
  process: z.object({ pid: z.number(), startedAt: z.string() }),
  processes: z.nullable(z.array(z.object({ address: z.nullable(z.string()), connectedAt: z.string() }))),
  database: z.object({
    kind: z.enum(['postgresql', 'embedded']),
    state: z.enum(databaseStates),
    version: z.nullable(z.string()),
    missingMigrations: z.nullable(z.array(z.string())),
  }),
  redis: z.enum(redisStates),
  // Jobs that are due and have not begun, and for how long the oldest of them has been.
  queues: z.nullable(z.array(z.object({ queue: z.string(), waiting: z.number(), seconds: z.number() }))),
  mail: z.enum(['smtp', 'dev mailbox']),
});
export type OperatorStatus = z.infer<typeof operatorStatus>;

export const readStatus = operatorEndpoint('GET', '/status', {
  summary: 'What runs, and whether it can do its work',
  reply: operatorStatus,
});

export const operatorStatusCalls = [readStatus];
