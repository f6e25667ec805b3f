// What the job queue reports. A database that goes away is one line of its own, and the same failure again is none.
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/connections/database-away.ts';
import type { Lifeline } from '../db/lifeline/lifeline.ts';
import { nameError } from '../runtime/observability/describe-error.ts';

const sameAgainAfterMs = 60_000;

// pg-boss hands over plain objects that have the fields of the error.
const errorOf = (found: unknown) => {
  if (found instanceof Error) return found;
  const { message = '', ...fields } = Object(found) as { message?: string };
  return Object.assign(new Error(message), fields);
};

export const tellQueueErrors = (log: Logger, lifeline: Lifeline | null) => {
  let last = { name: '', at: Number.NEGATIVE_INFINITY };
  const tell = (error: Error) => {
    const name = nameError(error);
    if (name === last.name && performance.now() - last.at < sameAgainAfterMs) return;
    last = { name, at: performance.now() };
    log.error({ err: error }, 'job queue');
  };
  return (found: unknown) => {
    const error = errorOf(found);
    if (lifeline && isDatabaseAway(error)) lifeline.unlessAway(() => tell(error));
    else tell(error);
  };
};
