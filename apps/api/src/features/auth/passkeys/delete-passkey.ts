// A passkey that is removed takes along the sessions that it opened. The one that removes it stays and has one proof less.

import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lowerSessions } from '../../../identity/factors/lower-sessions.ts';
import { passkeys, sessionProofs } from '../../../identity/factors/tables.ts';
import { holdActor } from '../../../identity/hold-actor.ts';
import { accountMails } from '../../../identity/mails.ts';
import type { Owner } from '../../../identity/owner.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { sessions } from '../../../identity/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { ownedPasskey } from './list-passkeys.ts';

export const findPasskey = async (tx: Db, ownerId: string, id: string) => {
  const [passkey] = await tx.select().from(passkeys).where(ownedPasskey(ownerId, id));
  if (!passkey) throw new Failure('not_found');
  return passkey;
};

export const deletePasskey = (deps: Deps, actor: Actor, owner: Owner, id: string) =>
  deps.db.transaction(async (tx) => {
    // A sign-in that is under way holds the account, and has begun its session once it lets go.
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
