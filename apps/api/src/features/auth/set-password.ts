// Sets a password: ends the other sessions, revokes the command line's tokens, voids mailed links and tells the owner.
import { authMessages } from '@ballast/contract/auth';
import { and, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client, SignedIn } from '../../actor.ts';
import { revokeAllCliTokens } from '../../cli-tokens.ts';
import type { Db } from '../../db/open.ts';
import { sessions, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { sendEmailQueue } from '../../email/email.ts';
import { Failure } from '../../http/failure.ts';
import { endSessions, readSession } from '../../sessions.ts';
import { displayName } from '../../users.ts';
import { voidTokens } from './one-time-tokens.ts';

// A reset link works once, also when it is used twice at the same moment.
const spendRecovery = async (tx: Db, sessionId: string) => {
  const spent = await tx
    .update(sessions)
    .set({ kind: 'spent' })
    .where(and(eq(sessions.id, sessionId), eq(sessions.kind, 'recovery')))
    .returning({ id: sessions.id });
  if (!spent.length) throw new Failure('link_invalid', { message: authMessages.resetLinkInvalid });
};

export const setPassword = async (deps: Deps, signedIn: SignedIn, password: string, client: Client) => {
  const passwordHash = await deps.passwords.hash(password);
  const { user, sessionId, kind } = signedIn;
  await deps.db.transaction(async (tx) => {
    const now = deps.now();
    await endSessions(tx, user.id, sessionId, 'others');
    await revokeAllCliTokens(tx, user.id);
    if (kind === 'recovery') await spendRecovery(tx, sessionId);
    await voidTokens(tx, user.id);
    // A mailed link proves the address, too.
    const emailVerifiedAt = user.emailVerifiedAt ?? (kind === 'recovery' ? now : null);
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt, updatedAt: now })
      .where(eq(users.id, user.id));
    await recordEntry(tx, { userId: user.id, type: 'password_changed', client, at: now });
    await deps.jobs.enqueue(tx, sendEmailQueue, {
      template: 'password-changed',
      to: user.email,
      fullName: displayName(user),
    });
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
