// Operators look at jobs that are not done, try them again, and remove them.
import { type OperatorJob, operatorJobLimits, operatorJobMessages } from '@ballast/contract/operator/jobs';
import type { Db } from '../../../db/connections/open.ts';
import { sendEmailQueue } from '../../../email/mail-kinds.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import * as rows from '../../../jobs/job-rows.ts';
import { Failure } from '../../../runtime/failure.ts';
import { recordOperation } from '../log/operator-log.ts';
import { withdrawWarning } from '../users/reset-warnings.ts';

const time = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());

const toJob = (row: rows.JobRow): OperatorJob => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  nextAttemptAt: time(row.nextAttemptAt),
});

// A misspelt name would look as if nothing waited.
const needQueue = async (db: Db, queue: string) => {
  const queues = await rows.listQueues(db);
  if (!queues.includes(queue))
    throw new Failure('not_found', { message: operatorJobMessages.noQueue(queue, queues) });
};

export const listJobs = async ({ db }: Deps, queue: string | undefined) => {
  if (queue !== undefined) await needQueue(db, queue);
  return (await rows.listJobs(db, queue, operatorJobLimits.most)).map(toJob);
};

const idShape = /^[\da-f][\da-f-]{3,35}$/i;

const findJob = async ({ db }: Deps, idStart: string) => {
  const { candidates } = operatorJobLimits;
  const found = idShape.test(idStart) ? await rows.findJobs(db, idStart, candidates) : [];
  const [job, another] = found;
  if (!job) throw new Failure('not_found', { message: operatorJobMessages.none(idStart) });
  if (!another) return job;
  const ids = found.map(({ id }) => id);
  throw new Failure('conflict', { message: operatorJobMessages.several(idStart, ids) });
};

const isDone = () => new Failure('conflict', { message: operatorJobMessages.done });
const factsOf = ({ queue, state, attempts }: rows.JobRow) => ({ queue, state, attempts });

export const retryJob = async (deps: Deps, actor: Operator, idStart: string) => {
  const job = await findJob(deps, idStart);
  return deps.db.transaction(async (tx) => {
    if (!(await rows.retryJob(tx, job))) throw isDone();
    const entry = { action: 'jobs retry', target: `job ${job.id}`, before: factsOf(job) };
    await recordOperation(deps, tx, actor, entry);
    return { retried: 1 };
  });
};

export const retryJobs = (deps: Deps, actor: Operator, queue: string) =>
  deps.db.transaction(async (tx) => {
    await needQueue(tx, queue);
    const retried = await rows.retryQueue(tx, queue);
    await recordOperation(deps, tx, actor, {
      action: 'jobs retry',
      target: `queue ${queue}`,
      after: { jobs: retried },
    });
    return { retried };
  });

export const dropJob = async (deps: Deps, actor: Operator, idStart: string, reason: string) => {
  const job = await findJob(deps, idStart);
  return deps.db.transaction(async (tx) => {
    const dropped = await rows.dropJob(tx, job);
    if (!dropped) throw isDone();
    if (job.queue === sendEmailQueue.name && dropped.label) await withdrawWarning(tx, dropped.label);
    await recordOperation(deps, tx, actor, {
      action: 'jobs drop',
      target: `job ${job.id}`,
      before: factsOf(job),
      after: { reason },
    });
    return toJob(job);
  });
};
