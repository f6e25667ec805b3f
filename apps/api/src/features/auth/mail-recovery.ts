// Makes the session of a reset link and mails the link. A newer link ends the older one; a code for a client of the session
// library ends none, because only that client can use it.
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { NamedKeys } from '../../email/named-keys.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Owner, Visitor } from '../../identity/actor.ts';
import { isLeaving, mailKeepLink } from '../../identity/leaving.ts';
import { mailOwner } from '../../identity/security-mail.ts';
import { insertSession } from '../../identity/sessions/sessions.ts';
import { sessions, type UserRow } from '../../identity/tables.ts';
import { type Admission, admitMail } from '../../identity/throttling/mail-limits.ts';
import { queue } from '../../jobs/queue.ts';
import { holdAccountOf } from './accounts.ts';
import { holdBack } from './email-address/held-mail.ts';
import { authMails } from './mails.ts';
import { type CodeExchange, makeToken } from './one-time-tokens.ts';

// Two owners get a link without a request. One has verified an address for which several people had chosen a password. The password of
// the other was removed because somebody else had come in.
type RecoveryJob = Visitor & {
  email: string;
  exchange?: CodeExchange;
  unchosen?: true;
  removed?: true;
  keptKeys?: NamedKeys;
  // It was asked for by a device that has signed in before.
  device?: string;
  // It was too many when it was asked for, and has waited.
  waited?: true;
};

export const mailRecoveryQueue = queue<RecoveryJob>('mail-recovery');

// An owner who signed up with a provider and has no password signs in with it, and the dialog says so.
const hasOnlyProviders = ({ passwordHash, authMethod }: UserRow) => !passwordHash && authMethod !== 'EMAIL';

const endOlderLinks = (tx: Db, ownerId: string) =>
  tx.delete(sessions).where(and(eq(sessions.userId, ownerId), eq(sessions.kind, 'recovery')));

const mailLink = async (deps: Deps, tx: Db, owner: Owner, job: RecoveryJob) => {
  if (job.exchange) {
    const { codeChallenge, linkTo } = job.exchange;
    const tokenId = await makeToken(deps, tx, {
      userId: owner.id,
      purpose: 'recovery',
      email: owner.email,
      codeChallenge,
    });
    return mailOwner(deps, tx, owner, authMails.resetPasswordCode, { tokenId, linkTo });
  }
  const session = await insertSession(deps, tx, job, owner.id, { method: 'recovery' }, 'recovery');
  const { id, email, fullName, authMethod } = owner;
  return mailOwner(deps, tx, owner, authMails.resetPassword, {
    owner: { id, email, fullName, authMethod },
    sessionId: session.id,
    ...(job.unchosen ? { unchosen: true } : {}),
    ...(job.keptKeys ? { keptKeys: job.keptKeys } : {}),
  });
};

const admit = (deps: Deps, { email, exchange, unchosen, removed, device, waited }: RecoveryJob) =>
  unchosen || removed || waited
    ? 'now'
    : admitMail(deps, { kind: exchange ? 'recovery-code' : 'recovery', email, device });

export const mailRecovery = (deps: Deps, job: RecoveryJob) => {
  // The mail counts once, however often the transaction is tried.
  let admission: Admission | undefined;
  return deps.db.transaction(async (tx) => {
    // Held, so that the address does not change before the link is made: it would go to the old one.
    const owner = await holdAccountOf(tx, job.email);
    if (!owner || owner.suspendedAt) return;
    if (hasOnlyProviders(owner) && !isLeaving(owner) && !job.removed) return;
    admission ??= await admit(deps, job);
    if (admission !== 'now') {
      return holdBack(deps, tx, admission, owner.id, mailRecoveryQueue, { ...job, waited: true });
    }
    // The link to a new password would lead nowhere: the owner gets the one that keeps the account.
    if (isLeaving(owner)) return mailKeepLink(deps, tx, owner);
    if (!job.exchange) await endOlderLinks(tx, owner.id);
    await mailLink(deps, tx, owner, job);
    await recordActivity(deps, tx, job, { ownerId: owner.id, type: 'password_reset_requested' });
  });
};
