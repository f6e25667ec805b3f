import { authMessages, type forgotPassword } from '@ballast/contract/auth';
import type { Reply } from '@ballast/contract/endpoint';
import type { Client } from '../../actor.ts';
import type { UserRow } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { consumeMail } from '../../throttles.ts';
import { findAccount } from './accounts.ts';
import { mailRecoveryQueue } from './mail-recovery.ts';
import type { CodeExchange } from './one-time-tokens.ts';

const providerOf = (user: UserRow | undefined) =>
  user && !user.passwordHash && user.authMethod !== 'EMAIL' ? user.authMethod : undefined;

// Every address is looked up and queued alike: whether there is an account shows only in the mailbox.
export const askForReset = async (
  deps: Deps,
  email: string,
  client: Client,
  exchange?: CodeExchange,
): Promise<Reply<typeof forgotPassword>> => {
  await consumeMail(deps.throttles, 'recovery', email, client.address);
  const authMethod = providerOf(await findAccount(deps.db, email));
  await deps.jobs.enqueue(deps.db, mailRecoveryQueue, { email, client, ...(exchange ? { exchange } : {}) });
  return {
    message: authMessages.resetSent,
    isOAuthUser: Boolean(authMethod),
    ...(authMethod ? { authMethod } : {}),
  };
};
