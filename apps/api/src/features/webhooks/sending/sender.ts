// Sends what is due. Each process has one: it hears of what it has recorded itself, and looks for the rest.
import type { Deps } from '../../../http/deps.ts';
import { findDueEndpoints } from './claim-deliveries.ts';
import { openSend } from './send-claimed.ts';
import { openServeDue } from './serve-due.ts';

const lookEveryMs = 2000;
// An attempt that is not done by then is repeated after the start.
const drainMs = 5000;

export const openSender = (deps: Deps) => {
  const { webhookDb: db, log, now } = deps;
  const stopping = new AbortController();
  const due = openServeDue(deps, openSend(deps, stopping.signal));
  let isStopped = false;
  let serving: Promise<void> | null = null;
  let isKicked = false;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const tell = (error: unknown) => log.warn({ err: error }, 'webhooks: could not look for what is due');

  // What comes while it serves may be too late for its last look.
  const serve = async () => {
    for (isKicked = true; isKicked && !isStopped; ) {
      isKicked = false;
      await due.serve(kick);
    }
  };
  const kick = () => {
    isKicked = true;
    if (isStopped) return;
    serving ??= serve()
      .catch(tell)
      .finally(() => {
        serving = null;
        if (isKicked) kick();
      });
  };
  const add = (webhookIds: string[]) => {
    due.add(webhookIds);
    kick();
  };
  const look = () => {
    looking ??= findDueEndpoints(db, now())
      .then(add, tell)
      .finally(() => {
        looking = null;
      });
  };

  return {
    start: () => {
      deps.dueWebhooks.onDue(add);
      timer = setInterval(look, lookEveryMs).unref();
      look();
    },
    // What is under way has a moment to end.
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      deps.dueWebhooks.onDue(() => {});
      const late = setTimeout(() => stopping.abort(), drainMs);
      await looking;
      await due.end();
      await serving;
      await due.end();
      clearTimeout(late);
    },
  };
};
