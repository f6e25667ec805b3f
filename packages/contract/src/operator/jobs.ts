// The operator's calls about jobs. None carries what a job holds: mails have addresses and names.
import * as z from 'zod/mini';
import { operatorEndpoint } from '../http/endpoint.ts';
import { optionalText, requiredText } from '../text.ts';
import { reasonText } from './users.ts';

export const operatorJobLimits = { most: 500, maxQueue: 100, candidates: 5 } as const;

export const operatorJobMessages = {
  none: (start: string) => `No job ${start}`,
  several: (start: string, candidates: string[]) =>
    `More than one job begins with ${start}: ${candidates.join(', ')}`,
  noQueue: (name: string, queues: string[]) => `No queue ${name}. There are ${queues.join(', ')}`,
  done: 'This job is done, or is being done',
} as const;

export const jobStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;

const job = z.object({
  id: z.string(),
  queue: z.string(),
  state: z.enum(jobStates),
  createdAt: z.string(),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
});
export type OperatorJob = z.infer<typeof job>;

const idStart = z.object({ id: z.string() });

export const listJobs = operatorEndpoint('GET', '/jobs', {
  summary: `Jobs that are not done, oldest first, ${operatorJobLimits.most} at most`,
  query: z.object({ queue: optionalText('queue', operatorJobLimits.maxQueue) }),
  reply: z.array(job),
});

export const retryJob = operatorEndpoint('POST', '/jobs/:id/retry', {
  summary: 'Try a job now, also one that was given up',
  params: idStart,
  reply: z.object({ retried: z.number() }),
});

export const retryJobs = operatorEndpoint('POST', '/jobs/retry', {
  summary: 'Try all jobs of a queue now that failed',
  body: z.strictObject({
    queue: requiredText({ label: 'queue', required: 'queue is required', max: operatorJobLimits.maxQueue }),
  }),
  reply: z.object({ retried: z.number() }),
});

export const dropJob = operatorEndpoint('POST', '/jobs/:id/drop', {
  summary: 'Remove a job, so it never runs',
  params: idStart,
  body: z.strictObject({ reason: reasonText }),
  reply: job,
});

export const operatorJobCalls = [listJobs, retryJob, retryJobs, dropJob];
