// Sets a password: ends the other sessions, voids mailed links and tells the owner.
import { authMessages } from '@ballast/contract/auth';
import { eq } from 'drizzle-orm';
import { recordActivity } from '../../activity-log.ts';
import { users } from '../../db/schema.ts';
import type { Client, Deps } from '../../deps.ts';
import type { EmailJob } from '../../email/email.ts';
import { Failure } from '../../failure.ts';
import { sendEmailQueue } from '../../jobs/queues.ts';
import { endSessions, readSession, type SignedIn } from '../../sessions.ts';
import { nameOf } from './accounts.ts';
import { voidTokens } from './one-time-tokens.ts';

export const setPassword = async (deps: Deps, signedIn: SignedIn, password: string, client: Client) => {
  const passwordHash = await deps.passwords.hash(password);
  const { user, sessionId, kind } = signedIn;
  await deps.db.transaction(async (tx) => {
    const now = deps.now();
    // A reset link works once: its own session ends too. It also proves the address.
    await endSessions(tx, user.id, sessionId, kind === 'recovery' ? 'global' : 'others');
    await voidTokens(tx, user.id);
    const emailVerifiedAt = user.emailVerifiedAt ?? (kind === 'recovery' ? now : null);
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt, updatedAt: now })
      .where(eq(users.id, user.id));
    await recordActivity(tx, { userId: user.id, type: 'password_changed', client, at: now });
    const job: EmailJob = { template: 'password-changed', to: user.email, fullName: nameOf(user) };
    await deps.jobs.enqueue(tx, sendEmailQueue, job);
  });
};

export const resetPasswordByLink = async (deps: Deps, token: string, password: string, client: Client) => {
  const session = await readSession(deps, token);
  if (typeof session === 'string' || session.kind !== 'recovery') {
    throw new Failure('link_invalid', { message: authMessages.resetLinkInvalid });
  }
  await setPassword(deps, session, password, client);
  return { message: authMessages.passwordReset };
};
