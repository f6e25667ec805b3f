// An owner did not make a change. All sessions end, the changes of the last days are taken back, the password ends, and a link to
// a new one is mailed (docs/decisions/0009-leaving-and-not-me.md).
import { notMeLinkDays, notMeMessages, type thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import type { Answer } from '@ballast/contract/http/endpoint';
import { and, eq, gt, inArray, isNull, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/connections/open.ts';
import { onUniqueViolation } from '../../db/error-codes.ts';
import type { NamedKeys } from '../../email/named-keys.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Owner, Visitor } from '../../identity/actor.ts';
import { factors, passkeys } from '../../identity/factors/tables.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { type NoticeRow, securityNotices, type Undo } from '../../identity/mailed/tables.ts';
import { closeAccount } from '../../identity/open-items.ts';
import { hasUnprovenPassword } from '../../identity/passwords/password-proof.ts';
import { removeOtherWaysIn } from '../../identity/passwords/unproven-password.ts';
import { forgetFormerAddresses } from '../../identity/recovery/former-addresses.ts';
import { factorResets } from '../../identity/recovery/tables.ts';
import { mailOwner } from '../../identity/security-mail.ts';
import { identities, users } from '../../identity/tables.ts';
import { consumeToken } from '../../identity/throttling/throttles.ts';
import { listChangedKeys } from '../../key-check/lookup/active-keys.ts';
import { publishOwnerChange } from '../../key-check/lookup/publish-change.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { readSignedId } from '../../secrets/signed-ids.ts';
import { addressesBefore, keepLinksTo, readAddressChain } from './email-address/address-chain.ts';
import { removeUnverifiedHolder } from './email-address/change-email.ts';
import { mailRecoveryQueue } from './mail-recovery.ts';
import { authMails } from './mails.ts';
import { voidVerificationLinks } from './one-time-tokens.ts';
import { forgetSignUps } from './sign-up/sign-ups.ts';

type Kind = Exclude<Undo['kind'], 'address' | 'factor-reset'>;

const idsOf = (changes: Undo[], kind: Kind) =>
  changes.flatMap((change) => (change.kind === kind ? [change.id] : []));

const disconnect = async (tx: Db, ownerId: string, ids: string[]) => {
  const removed = await tx
    .delete(identities)
    .where(and(eq(identities.userId, ownerId), inArray(identities.id, ids)))
    .returning({ provider: identities.provider });
  if (removed.some(({ provider }) => provider === 'github'))
    await tx.update(users).set({ githubProfile: null }).where(eq(users.id, ownerId));
  return removed.length > 0;
};

// Recovery codes replace another factor, and without one they would lock the owner out.
const removeLonelyCodes = async (tx: Db, ownerId: string) => {
  const other = alias(factors, 'other');
  const others = tx
    .select()
    .from(other)
    .where(and(eq(other.userId, ownerId), eq(other.status, 'verified'), ne(other.type, 'recovery_code')));
  await tx
    .delete(factors)
    .where(and(eq(factors.userId, ownerId), eq(factors.type, 'recovery_code'), notExists(others)));
};

const removeFactors = async (tx: Db, ownerId: string, ids: string[]) => {
  const removed = await tx
    .delete(factors)
    .where(and(eq(factors.userId, ownerId), inArray(factors.id, ids)))
    .returning({ id: factors.id });
  await removeLonelyCodes(tx, ownerId);
  return removed.length > 0;
};

const removePasskeys = async (tx: Db, ownerId: string, ids: string[]) => {
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, ownerId), inArray(passkeys.id, ids)))
    .returning({ id: passkeys.id });
  return removed.length > 0;
};

const removals = { provider: disconnect, factor: removeFactors, passkey: removePasskeys };

const takeBack = async (tx: Db, ownerId: string, changes: Undo[]): Promise<Kind[]> => {
  const taken: Kind[] = [];
  for (const kind of ['provider', 'factor', 'passkey'] as const) {
    const ids = idsOf(changes, kind);
    if (ids.length && (await removals[kind](tx, ownerId, ids))) taken.push(kind);
  }
  return taken;
};

const invalidLink = () => new Failure('link_invalid', { message: notMeMessages.linkInvalid });

const spend = async (tx: Db, id: string, now: Date) => {
  const [notice] = await tx
    .update(securityNotices)
    .set({ usedAt: now })
    .where(
      and(eq(securityNotices.id, id), isNull(securityNotices.usedAt), gt(securityNotices.expiresAt, now)),
    )
    .returning();
  if (!notice) throw invalidLink();
  return notice;
};

// Every change of these days, whichever mail named it: a thief can always make a newer one.
const readChanges = async (tx: Db, ownerId: string, now: Date) => {
  const notices = await tx
    .select({ undo: securityNotices.undo })
    .from(securityNotices)
    .where(and(eq(securityNotices.userId, ownerId), gt(securityNotices.expiresAt, now)));
  return notices.flatMap(({ undo }) => undo ?? []);
};

const restoreAddress = async (deps: Deps, tx: Db, owner: Owner, email: string) => {
  await voidVerificationLinks(tx, owner.id);
  await forgetSignUps(tx, owner.id);
  await removeUnverifiedHolder(tx, email, owner.id);
  await tx.update(users).set({ email, emailVerifiedAt: deps.now() }).where(eq(users.id, owner.id));
  await mailOwner(deps, tx, owner, authMails.emailChanged, { newEmail: email });
};

// An intruder may know the password, so it ends until the reader of the mail has chosen a new one.
const replacePassword = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  owner: Owner,
  email: string,
  keptKeys: NamedKeys,
) => {
  await tx
    .update(users)
    .set({
      passwordHash: null,
      endedPasswordHash: owner.passwordHash ?? owner.endedPasswordHash,
      passwordProvenAt: null,
      deletesAt: null,
      updatedAt: deps.now(),
    })
    .where(eq(users.id, owner.id));
  const hasPassword = owner.passwordHash !== null || owner.authMethod === 'EMAIL';
  if (!hasPassword) return null;
  await deps.jobs.enqueue(tx, mailRecoveryQueue, { client: actor.client, email, removed: true, keptKeys });
  return email;
};

const endReset = async (tx: Db, ownerId: string) => {
  const ended = await tx.delete(factorResets).where(eq(factorResets.userId, ownerId)).returning();
  return ended.length > 0 ? (['reset'] as const) : [];
};

// An address that the account left more than a week ago says nothing about the password, but its reader may be the owner.
const keepFactors = async (deps: Deps, tx: Db, actor: Visitor, ownerId: string) => {
  const takenBack = [...(await endReset(tx, ownerId))];
  await closeAccount(deps, tx, ownerId, 'take-over');
  await recordActivity(deps, tx, actor, { ownerId, type: 'account_secured' });
  return { takenBack, mailedTo: null, passwordStays: true, keptKeys: { named: [], more: false } };
};

const secureAccount = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  { id, userId }: NoticeRow,
): Promise<Answer<typeof thisWasNotMe>> => {
  const now = deps.now();
  const owner = await holdAccount(deps, tx, userId);
  if (!owner) throw invalidLink();
  const chain = await readAddressChain(tx, owner.id, now);
  const notice = await spend(tx, id, now);
  const isMoved = addressesBefore(chain, owner.email).includes(notice.email);
  // The notice's address must be the account's, or an earlier one.
  if (!isMoved && notice.email !== owner.email) {
    if (notice.undo?.kind !== 'factor-reset') throw invalidLink();
    return keepFactors(deps, tx, actor, owner.id);
  }

  const reset = await endReset(tx, owner.id);
  await closeAccount(deps, tx, owner.id, 'take-over');
  const taken = await takeBack(tx, owner.id, await readChanges(tx, owner.id, now));
  const earlier = addressesBefore(chain, notice.email);
  if (isMoved) {
    await restoreAddress(deps, tx, owner, notice.email);
    const intruders = chain.filter((email) => !earlier.includes(email));
    await forgetFormerAddresses(tx, owner.id, [...intruders, owner.email]);
  }
  await keepLinksTo(tx, owner.id, earlier, now);
  // An intruder may have added something long ago.
  if (hasUnprovenPassword(owner)) await removeOtherWaysIn(deps, tx, actor, { ...owner, email: notice.email });
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'account_secured' });
  const keptKeys = await listChangedKeys(tx, owner.id, secondsBefore(now, notMeLinkDays * 24 * 3600));
  return {
    takenBack: [...(isMoved ? (['address'] as const) : []), ...taken, ...reset],
    mailedTo: await replacePassword(deps, tx, actor, owner, notice.email, keptKeys),
    keptKeys,
  };
};

export const undoByLink = async (deps: Deps, actor: Visitor, linkToken: string) => {
  await consumeToken(deps, actor, 'not me');
  const read = readSignedId(deps.tokenPepper, 'not-me', linkToken);
  if (!read) throw invalidLink();
  const [notice] = await deps.db.select().from(securityNotices).where(eq(securityNotices.id, read.id));
  if (!notice) throw invalidLink();
  // A deletion by an intruder is void, and the keys work again.
  const securing = publishOwnerChange(deps, notice.userId, (tx) => secureAccount(deps, tx, actor, notice));
  return securing.catch(
    onUniqueViolation(() => new Failure('conflict', { message: notMeMessages.addressTaken })),
  );
};
