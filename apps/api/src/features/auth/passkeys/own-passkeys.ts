import type { Passkey } from '@ballast/contract/auth/passkeys';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Actor, Owner } from '../../../identity/actor.ts';
import { lowerSessions } from '../../../identity/factors/factors.ts';
import { passkeys, sessionProofs } from '../../../identity/factors/tables.ts';
import { holdActor } from '../../../identity/hold-account.ts';
import { accountMails } from '../../../identity/mails.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { sessions } from '../../../identity/tables.ts';
import { Failure } from '../../../runtime/failure.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  friendly_name: name,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
});

const ownedPasskey = (ownerId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, ownerId));

export const listPasskeys = async (deps: Deps, ownerId: string) => {
  const rows = await deps.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, ownerId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  return rows.map(toPasskey);
};

export const renamePasskey = async (deps: Deps, ownerId: string, id: string, name: string) => {
  const [renamed] = await deps.db.update(passkeys).set({ name }).where(ownedPasskey(ownerId, id)).returning();
  if (!renamed) throw new Failure('not_found');
  return toPasskey(renamed);
};

// The sessions that a removed passkey opened end. The calling one stays with one proof less.
export const findPasskey = async (tx: Db, ownerId: string, id: string) => {
  const [passkey] = await tx.select().from(passkeys).where(ownedPasskey(ownerId, id));
  if (!passkey) throw new Failure('not_found');
  return passkey;
};

export const deletePasskey = (deps: Deps, actor: Actor, owner: Owner, id: string) =>
  deps.db.transaction(async (tx) => {
    // A concurrent sign-in holds the account, and has its session when it lets go.
    await holdActor(tx, actor);
    const passkey = await findPasskey(tx, owner.id, id);
    const opened = tx
      .select({ id: sessionProofs.sessionId })
      .from(sessionProofs)
      .where(eq(sessionProofs.passkeyId, id));
    await tx.delete(sessions).where(and(inArray(sessions.id, opened), ne(sessions.id, actor.sessionId)));
    await lowerSessions(tx, { passkeyId: id }, deps.now());
    await tx.delete(passkeys).where(eq(passkeys.id, id));
    await recordActivity(deps, tx, actor, {
      ownerId: owner.id,
      type: 'passkey_removed',
      description: passkey.name,
    });
    await mailSecurityNotice(deps, tx, actor, owner, accountMails.passkeyRemoved, { name: passkey.name });
  });
