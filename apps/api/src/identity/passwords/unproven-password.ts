// Until a password is proven (password-proof.ts), all ways in that were added with it end with it.
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import { and, eq, gte, ne, not, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { NamedKeys } from '../../email/named-keys.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { recordActivity } from '../activity-log.ts';
import type { Owner, Visitor } from '../actor.ts';
import { revokeAllCliTokens } from '../cli/cli-tokens.ts';
import type { IdentityDeps, MailingDeps } from '../deps.ts';
import { factors, passkeys } from '../factors/tables.ts';
import { accountMails } from '../mails.ts';
import { endPendingProofs } from '../open-items.ts';
import { mailSecurityNotice } from '../security-mail.ts';
import {
  disconnectedIdentities,
  type IdentityRow,
  identities,
  sessions,
  type UserRow,
  users,
} from '../tables.ts';

type RemovalDeps = MailingDeps & Pick<IdentityDeps, 'log'>;

const primaryOf = ({ authMethod }: UserRow) => authMethod.toLowerCase() as Provider;

// The provider has verified that this account belongs to the same mailbox, so no stranger connected it.
const isOfSameAddress = (owner: Owner) =>
  and(eq(identities.emailVerified, true), eq(sql`lower(${identities.email})`, owner.email.toLowerCase()));

// After a reset, a sign-in with it must not create a second account, so that its owner finds the way back.
const markDisconnected = async (
  deps: RemovalDeps,
  tx: Db,
  owner: Owner,
  { provider, subject }: IdentityRow,
) => {
  const mark = { subject, createdAt: deps.now() };
  await tx
    .insert(disconnectedIdentities)
    .values({ userId: owner.id, provider, ...mark })
    .onConflictDoUpdate({
      target: [disconnectedIdentities.userId, disconnectedIdentities.provider],
      set: mark,
    });
};

type Removal = { since?: Date; byReset?: boolean };

const removeConnections = async (
  deps: RemovalDeps,
  tx: Db,
  actor: Visitor,
  owner: Owner,
  { since, byReset = false }: Removal,
) => {
  const added = since && and(gte(identities.createdAt, since), ne(identities.provider, primaryOf(owner)));
  const removed = await tx
    .delete(identities)
    .where(and(eq(identities.userId, owner.id), not(isOfSameAddress(owner) ?? sql`false`), added))
    .returning();
  if (removed.some(({ provider }) => provider === 'github'))
    await tx.update(users).set({ githubProfile: null }).where(eq(users.id, owner.id));
  const { address } = actor.client;
  for (const row of removed) {
    const { provider } = row;
    if (byReset) await markDisconnected(deps, tx, owner, row);
    const description = `${providerName[provider]}, because the password was ${byReset ? 'reset' : 'removed'}`;
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'oauth_disconnected', description });
    const connection = { provider, address, byReset };
    await mailSecurityNotice(deps, tx, actor, owner, accountMails.providerDisconnected, connection);
  }
};

const becauseUnproven = 'because the password changed';

const removePasskeys = async (deps: RemovalDeps, tx: Db, actor: Visitor, owner: Owner, since?: Date) => {
  const added = since && gte(passkeys.createdAt, since);
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, owner.id), added))
    .returning();
  for (const { name } of removed) {
    await recordActivity(deps, tx, actor, {
      ownerId: owner.id,
      type: 'passkey_removed',
      description: `${name}, ${becauseUnproven}`,
    });
    await mailSecurityNotice(deps, tx, actor, owner, accountMails.passkeyRemoved, { name });
  }
};

// A second factor would lock the mailbox's owner out. Recovery codes go with it.
const removeFactors = async (deps: RemovalDeps, tx: Db, actor: Visitor, owner: Owner) => {
  const removed = await tx.delete(factors).where(eq(factors.userId, owner.id)).returning();
  for (const { name } of removed.filter(
    ({ status, type }) => status === 'verified' && type !== 'recovery_code',
  )) {
    await recordActivity(deps, tx, actor, {
      ownerId: owner.id,
      type: 'second_factor_removed',
      description: `${name}, ${becauseUnproven}`,
    });
    await mailSecurityNotice(deps, tx, actor, owner, accountMails.factorRemoved, { name });
  }
};

// All that was added with an unproven password, at any time.
export const removeOtherWaysIn = async (
  deps: RemovalDeps,
  tx: Db,
  actor: Visitor,
  owner: Owner,
  removal: Removal = {},
) => {
  await revokeAllCliTokens(tx, owner.id);
  await removeConnections(deps, tx, actor, owner, removal);
  await removePasskeys(deps, tx, actor, owner);
  await removeFactors(deps, tx, actor, owner);
};

// An owner who fears an intruder resets the password. This takes back what a link (This wasn't me) could take back: connected
// accounts and passkeys of these days.
export const removeNewWaysIn = async (deps: RemovalDeps, tx: Db, actor: Visitor, owner: Owner) => {
  const since = secondsBefore(deps.now(), notMeLinkDays * 24 * 3600);
  await removeConnections(deps, tx, actor, owner, { since, byReset: true });
  await removePasskeys(deps, tx, actor, owner, since);
};

// The owner signs in with a provider that has checked the address: the password and all that was begun with it end.
export const removePassword = async (
  deps: RemovalDeps & Pick<IdentityDeps, 'tables'>,
  tx: Db,
  actor: Visitor,
  owner: Owner,
  provider: Provider,
  keys: NamedKeys,
) => {
  await endPendingProofs(deps, tx, owner.id);
  await tx.delete(sessions).where(eq(sessions.userId, owner.id));
  await removeOtherWaysIn(deps, tx, actor, owner);
  await tx
    .update(users)
    .set({ passwordHash: null, endedPasswordHash: owner.passwordHash, updatedAt: deps.now() })
    .where(eq(users.id, owner.id));
  await mailSecurityNotice(deps, tx, actor, owner, accountMails.passwordRemoved, { provider, keys });
};
