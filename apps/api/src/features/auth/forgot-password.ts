import { authMessages, type forgotPassword } from '@ballast/contract/auth';
import type { Reply } from '@ballast/contract/endpoint';
import type { Visitor } from '../../identity/actor.ts';
import type { UserRow } from '../../identity/tables.ts';
import { consumeMail } from '../../identity/throttles.ts';
import type { Deps } from '../../runtime/deps.ts';
import { findAccount } from './accounts.ts';
import { mailRecoveryQueue } from './mail-recovery.ts';
import type { CodeExchange } from './one-time-tokens.ts';

const onlyProvider = (user: UserRow | undefined) =>
  user && !user.passwordHash && user.authMethod !== 'EMAIL' ? user.authMethod : undefined;

// Every address is looked up and queued alike: whether there is an account shows only in the mailbox.
export const requestPasswordReset = async (
  deps: Deps,
  actor: Visitor,
  email: string,
  exchange?: CodeExchange,
): Promise<Reply<typeof forgotPassword>> => {
  await consumeMail(deps, actor, 'recovery', email);
  const authMethod = onlyProvider(await findAccount(deps.db, email));
  const job = { email, client: actor.client, ...(exchange ? { exchange } : {}) };
  await deps.jobs.enqueue(deps.db, mailRecoveryQueue, job);
  return {
    message: authMessages.resetSent,
    isOAuthUser: Boolean(authMethod),
    ...(authMethod ? { authMethod } : {}),
  };
};
