import { authMessages, type forgotPassword } from '@ballast/contract/auth/auth';
import type { Reply } from '@ballast/contract/http/endpoint';
import type { Deps } from '../../../http/deps.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { readKnownDevice } from '../../../identity/sessions/known-devices.ts';
import type { UserRow } from '../../../identity/tables.ts';
import { consumeMail, mayMail } from '../../../identity/throttling/mail-limits.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { findAccount } from '../accounts.ts';
import { mailRecoveryQueue } from '../mail-recovery.ts';
import type { CodeExchange } from '../one-time-tokens.ts';

const onlyProvider = (user: UserRow | undefined) =>
  user && !user.passwordHash && user.authMethod !== 'EMAIL' ? user.authMethod : undefined;

type Wish = {
  email: string;
  exchange?: CodeExchange | undefined;
  // The portal names the account's provider, at any time. The session library's answer says nothing, so every address has the
  // pause.
  namesProvider?: boolean;
};

// Every address is looked up and queued alike, so that only the mailbox shows whether there is an account.
export const requestPasswordReset = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  { email, exchange, namesProvider = false }: Wish,
): Promise<Reply<typeof forgotPassword>> => {
  const account = await findAccount(deps.db, email);
  const device = account && readKnownDevice(deps, cookies, account);
  const authMethod = onlyProvider(account);
  const mail = { kind: exchange ? 'recovery-code' : 'recovery', email, device } as const;
  const reply = {
    message: authMessages.resetSent,
    isOAuthUser: Boolean(authMethod),
    ...(authMethod ? { authMethod } : {}),
  };
  if (namesProvider && authMethod) {
    if (!(await mayMail(deps, actor, mail))) return reply;
  } else await consumeMail(deps, actor, mail);

  const job = {
    email,
    client: actor.client,
    ...(exchange ? { exchange } : {}),
    ...(device ? { device } : {}),
  };
  await deps.jobs.enqueue(deps.db, mailRecoveryQueue, job);
  return reply;
};
