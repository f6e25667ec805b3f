// A mail that its reader's mailbox has no room for now goes out later, and the log says so. What waits already is asked of the
// queue, in the transaction that adds to it: a count beside it would still say so after the transaction failed.
import { afterCommit } from '../../../db/after-commit.ts';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Visitor } from '../../../identity/actor.ts';
import type { Admission } from '../../../identity/throttling/mail-limits.ts';
import type { WaitingJob } from '../../../jobs/jobs.ts';
import type { Queue } from '../../../jobs/queue.ts';
import { networkOf, siteOf } from '../../../runtime/network/address.ts';
import { requestContext } from '../../../runtime/observability/request-context.ts';
import { openTally } from '../../../runtime/tally.ts';
import type { CodeExchange } from '../one-time-tokens.ts';

type HeldMail = Visitor & { exchange?: CodeExchange };

// So many codes of different clients wait for one mailbox. Of links one does.
const mostWaiting = 3;

// A link works for every reader of the mail. A code works only for the client that sent its challenge.
const serves = (waiting: HeldMail, wanted: HeldMail) =>
  waiting.exchange?.codeChallenge === wanted.exchange?.codeChallenge;

const askedFrom = ({ client }: HeldMail) => siteOf(client.address) ?? networkOf(client.address);

// The network with the most delayed codes loses its oldest one, so a stranger who keeps asking displaces only their own.
const findReplaced = <Job extends HeldMail>(waiting: WaitingJob<Job>[], wanted: Job) => {
  const { add, count } = openTally();
  for (const job of [...waiting.map((each) => each.job), wanted]) add(askedFrom(job));
  const most = Math.max(...waiting.map(({ job }) => count(askedFrom(job))));
  return waiting.find(({ job }) => count(askedFrom(job)) === most);
};

export const holdBack = async <Job extends HeldMail>(
  deps: Deps,
  tx: Db,
  admission: Exclude<Admission, 'now'>,
  ownerId: string,
  queue: Queue<Job>,
  job: Job,
) => {
  const line = {
    event: 'mail_held_back',
    account: ownerId,
    queue: queue.name,
    ...requestContext.getStore(),
  };
  afterCommit(deps, tx, () => {
    deps.log.info(line);
    deps.metrics.mails.inc({ outcome: 'held' });
  });
  if (admission === 'another serves') return;
  const waiting = await deps.jobs.listWaiting(tx, queue, admission.label);
  if (waiting.some((each) => serves(each.job, job))) return;
  const replaced = waiting.length >= mostWaiting ? findReplaced(waiting, job) : undefined;
  if (replaced) await deps.jobs.remove(tx, queue, replaced.id);
  await deps.jobs.enqueue(tx, queue, job, admission);
};
