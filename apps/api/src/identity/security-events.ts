// What an account did that matters for its safety, as one line of the log: the event, the account's id and the request's,
// and nothing that tells who the person is.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActivityType } from '@ballast/contract/activities';
import type { Deps } from '../runtime/deps.ts';

// A rule does not know its request; this does, from the handler on.
export const requestIds = new AsyncLocalStorage<string>();

export const logEvent = ({ log }: Pick<Deps, 'log'>, event: ActivityType, account: string) => {
  const reqId = requestIds.getStore();
  log.info({ event, account, ...(reqId ? { reqId } : {}) });
};
