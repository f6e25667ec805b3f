// Queues a job and waits until it is done, however often it has to be tried.
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Queue } from '../src/jobs/queue.ts';
import type { TestApp } from './test-app.ts';

// A job that is done may have been cleaned up already: the hourly clean-up goes by the clock that the test moves.
export const runJob = async ({ deps }: TestApp, queue: Queue<object>) => {
  const { db, jobs } = deps;
  const marker = crypto.randomUUID();
  await jobs.enqueue(db, queue, { marker });
  await waitFor(`the job ${queue.name}`, async () => {
    const { rows } = await db.execute<{ state: string }>(
      sql`select state from pgboss.job where name = ${queue.name} and data ->> 'marker' = ${marker}`,
    );
    expect(rows.filter(({ state }) => state !== 'completed')).toEqual([]);
  });
};
