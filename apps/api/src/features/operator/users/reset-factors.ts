// Removes second factors, passkeys and recovery codes that an owner has lost. Support may have been deceived, so all recent
// addresses of the account are told a day before, and each mail has a link that stops it.
import { operatorUserLimits, operatorUserMessages } from '@ballast/contract/operator/users';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { MailKind } from '../../../email/mail-kinds.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Operator, Owner } from '../../../identity/actor.ts';
import { factors, passkeys } from '../../../identity/factors/tables.ts';
import { closeAccount } from '../../../identity/open-items.ts';
import { readRecentAddresses } from '../../../identity/recovery/former-addresses.ts';
import { factorResets } from '../../../identity/recovery/tables.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { Failure } from '../../../runtime/failure.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import { recordOperation, toStoredNames } from '../log/operator-log.ts';
import { operatorMails } from '../mails.ts';
import { findUser, holdUser, targetOf } from './find-user.ts';
import { describeUser } from './show-user.ts';

export const isOpen = ({ suspendedAt, deletesAt }: Owner) => !suspendedAt && !deletesAt;

const countFactors = async (tx: Db, ownerId: string) => ({
  factors: await tx.$count(factors, eq(factors.userId, ownerId)),
  passkeys: await tx.$count(passkeys, eq(passkeys.userId, ownerId)),
});

const tell = async <Data extends object>(
  deps: Deps,
  tx: Db,
  actor: Operator,
  owner: Owner,
  kind: MailKind<Data>,
  data: Data,
) => {
  for (const email of await readRecentAddresses(deps, tx, owner))
    await mailSecurityNotice(deps, tx, actor, { ...owner, email }, kind, data, { kind: 'factor-reset' });
};

export const removeFactors = async (deps: Deps, tx: Db, actor: Operator, owner: Owner, reason: string) => {
  const before = await countFactors(tx, owner.id);
  await closeAccount(deps, tx, owner.id, 'sign-out');
  await tx.delete(factorResets).where(eq(factorResets.userId, owner.id));
  await tx.delete(passkeys).where(eq(passkeys.userId, owner.id));
  // Recovery codes go with their factor.
  await tx.delete(factors).where(eq(factors.userId, owner.id));
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'second_factor_reset' });
  await tell(deps, tx, actor, owner, operatorMails.factorsReset, {});
  await recordOperation(deps, tx, actor, {
    action: 'users reset-factors',
    target: targetOf(owner),
    before,
    after: { factors: 0, passkeys: 0, reason },
  });
};

const requestRemoval = async (deps: Deps, tx: Db, actor: Operator, owner: Owner, reason: string) => {
  const requestedAt = deps.now();
  const dueAt = secondsAfter(requestedAt, operatorUserLimits.resetHours * 3600);
  const requestedBy = toStoredNames(actor);
  await tx.insert(factorResets).values({ userId: owner.id, reason, requestedBy, requestedAt, dueAt });
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'second_factor_reset_requested' });
  const due = { dueAt: dueAt.toISOString() };
  await tell(deps, tx, actor, owner, operatorMails.factorResetRequested, due);
  await recordOperation(deps, tx, actor, {
    action: 'users reset-factors',
    target: targetOf(owner),
    before: await countFactors(tx, owner.id),
    after: { ...due, reason },
  });
};

const refuse = (message: string) => new Failure('conflict', { message });

// The system proves one name; the second one is the word of the first.
const needSecondName = ({ name, as }: Operator) => {
  if (as !== null && as.toLowerCase() !== name.toLowerCase()) return;
  const message = operatorUserMessages.secondName;
  throw new Failure('validation_failed', { message, fields: { now: message } });
};

type Reset = { reason: string; now: boolean };

export const resetFactors = async (deps: Deps, actor: Operator, who: string, { reason, now }: Reset) => {
  if (now) needSecondName(actor);
  const { id } = await findUser(deps.db, who);
  await deps.db.transaction(async (tx) => {
    const owner = await holdUser(tx, id);
    if (!isOpen(owner)) throw refuse(operatorUserMessages.closed);
    const found = await countFactors(tx, id);
    if (!found.factors && !found.passkeys) throw refuse(operatorUserMessages.noFactors);
    if (now) return removeFactors(deps, tx, actor, owner, reason);
    const [pending] = await tx.select().from(factorResets).where(eq(factorResets.userId, id));
    if (pending) throw refuse(operatorUserMessages.resetPending(pending.dueAt.toISOString()));
    await requestRemoval(deps, tx, actor, owner, reason);
  });
  return describeUser(deps, await findUser(deps.db, id));
};
