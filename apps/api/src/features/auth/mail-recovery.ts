// Makes the session of a reset link and mails the link. A newer link ends the older one.
import { and, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { sessions, type UserRow } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { type EmailJob, sendEmailQueue } from '../../email/email.ts';
import { queue } from '../../jobs/queue.ts';
import { insertSession } from '../../sessions.ts';
import { displayName } from '../../users.ts';
import { findAccount } from './accounts.ts';
import { type CodeExchange, makeToken } from './one-time-tokens.ts';

export type RecoveryJob = { email: string; client: Client; exchange?: CodeExchange };

export const mailRecoveryQueue = queue<RecoveryJob>('mail-recovery');

const endOlderLinks = (tx: Db, userId: string) =>
  tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.kind, 'recovery')));

const letterFor = async (deps: Deps, tx: Db, user: UserRow, job: RecoveryJob): Promise<EmailJob> => {
  const letter = { to: user.email, fullName: displayName(user) };
  if (job.exchange) {
    const { codeChallenge, linkTo } = job.exchange;
    const tokenId = await makeToken(deps, tx, {
      userId: user.id,
      purpose: 'recovery',
      email: user.email,
      codeChallenge,
    });
    return { ...letter, template: 'reset-password-code', tokenId, linkTo };
  }
  const session = await insertSession(deps, tx, user.id, job.client, 'recovery');
  const { id, email, fullName, authMethod } = user;
  return {
    ...letter,
    template: 'reset-password',
    owner: { id, email, fullName, authMethod },
    sessionId: session.id,
  };
};

export const mailRecovery = (deps: Deps, job: RecoveryJob) =>
  deps.db.transaction(async (tx) => {
    const user = await findAccount(tx, job.email);
    // Whoever has no password signs in with a provider, and the dialog says so.
    if (!user?.passwordHash) return;
    await endOlderLinks(tx, user.id);
    await deps.jobs.enqueue(tx, sendEmailQueue, await letterFor(deps, tx, user, job));
    const at = deps.now();
    await recordEntry(tx, { userId: user.id, type: 'password_reset_requested', client: job.client, at });
  });
