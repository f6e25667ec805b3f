// What an account did that matters for its safety, as one line of the log: the event, the account's id, that of the key, and of
// the request its id and, where that is allowed, the address it came from.
import type { ActivityType } from '@ballast/contract/activities';
import { logAfterCommit } from '../db/after-commit.ts';
import type { Db } from '../db/connections/open.ts';
import { requestContext } from '../runtime/observability/request-context.ts';
import type { IdentityDeps } from './deps.ts';

export const logEvent = (
  { log }: Pick<IdentityDeps, 'log'>,
  tx: Db,
  event: ActivityType,
  account: string,
  key?: string,
) => {
  const line = { event, account, ...(key ? { key } : {}), ...requestContext.getStore() };
  logAfterCommit({ log }, tx, line);
};
