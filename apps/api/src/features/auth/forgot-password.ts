import { authMessages, type forgotPassword } from '@ballast/contract/auth';
import type { Reply } from '@ballast/contract/endpoint';
import type { Cookies } from '../../http/serve.ts';
import type { Visitor } from '../../identity/actor.ts';
import { readKnownDevice } from '../../identity/known-devices.ts';
import { consumeMail } from '../../identity/mail-limits.ts';
import type { UserRow } from '../../identity/tables.ts';
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
  cookies: Cookies,
  email: string,
  exchange?: CodeExchange,
): Promise<Reply<typeof forgotPassword>> => {
  const account = await findAccount(deps.db, email);
  const device = account && readKnownDevice(deps, cookies, account);
  await consumeMail(deps, actor, { kind: exchange ? 'recovery-code' : 'recovery', email, device });
  const authMethod = onlyProvider(account);
  const job = {
    email,
    client: actor.client,
    ...(exchange ? { exchange } : {}),
    ...(device ? { device } : {}),
  };
  await deps.jobs.enqueue(deps.db, mailRecoveryQueue, job);
  return {
    message: authMessages.resetSent,
    isOAuthUser: Boolean(authMethod),
    ...(authMethod ? { authMethod } : {}),
  };
};
