import { providerMessages } from '@ballast/contract/auth/provider-messages';
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { and, asc, eq, exists, isNull, ne, or } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { sessionProofs } from '../../identity/factors/tables.ts';
import { accountMails } from '../../identity/mails.ts';
import { endPendingProofs } from '../../identity/open-items.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { type IdentityRow, identities, sessions, type UserRow, users } from '../../identity/tables.ts';
import { toUser } from '../../identity/users.ts';
import { Failure } from '../../runtime/failure.ts';

const isPrimary = (user: UserRow, provider: Provider) => user.authMethod === provider.toUpperCase();

export const listConnections = async (deps: Deps, owner: Owner) => {
  const rows = await deps.db
    .select()
    .from(identities)
    .where(eq(identities.userId, owner.id))
    .orderBy(asc(identities.createdAt));
  return rows.map(({ provider, username, email, createdAt }) => ({
    provider,
    username,
    email,
    primary: isPrimary(owner, provider),
    connectedAt: createdAt.toISOString(),
  }));
};

const findRemovable = (owner: Owner, linked: IdentityRow[], provider: Provider) => {
  const identity = linked.find((row) => row.provider === provider);
  if (!identity) throw new Failure('not_found', { message: providerMessages.notLinked(provider) });
  if (isPrimary(owner, provider)) {
    throw new Failure('conflict', { message: providerMessages.primary(provider) });
  }
  if (!owner.passwordHash && linked.length === 1) {
    throw new Failure('conflict', { message: providerMessages.lastWayIn });
  }
  return identity;
};

export const refuseDisconnect = async (deps: Deps, owner: Owner, provider: Provider) => {
  const linked = await deps.db.select().from(identities).where(eq(identities.userId, owner.id));
  findRemovable(owner, linked, provider);
};

// The sessions that the provider opened end; the calling one stays with one proof less. A session of an older version does not
// name its provider, and ends with any.
const endItsSessions = async (tx: Db, { sessionId }: Actor, { id, userId }: IdentityRow) => {
  const isIts = and(
    eq(sessionProofs.sessionId, sessions.id),
    eq(sessionProofs.method, 'oauth'),
    or(eq(sessionProofs.identityId, id), isNull(sessionProofs.identityId)),
  );
  const opened = exists(tx.select({ id: sessionProofs.sessionId }).from(sessionProofs).where(isIts));
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), opened));
  await tx
    .delete(sessionProofs)
    .where(
      and(
        eq(sessionProofs.sessionId, sessionId),
        eq(sessionProofs.method, 'oauth'),
        isNull(sessionProofs.identityId),
      ),
    );
};

export const disconnectProvider = async (deps: Deps, actor: Actor, ownerId: string, provider: Provider) =>
  deps.db.transaction(async (tx) => {
    await endPendingProofs(deps, tx, ownerId);
    // Locked, so that of two concurrent disconnects one is refused as the last way in.
    const linked = await tx
      .select()
      .from(identities)
      .where(eq(identities.userId, ownerId))
      .orderBy(asc(identities.id))
      .for('update');
    const [owner] = await tx.select().from(users).where(eq(users.id, ownerId));
    if (!owner) throw new Failure('unauthorized');
    const identity = findRemovable(owner, linked, provider);
    await endItsSessions(tx, actor, identity);
    await tx.delete(identities).where(eq(identities.id, identity.id));
    const [updated] = await tx
      .update(users)
      .set({ ...(provider === 'github' ? { githubProfile: null } : {}), updatedAt: deps.now() })
      .where(eq(users.id, ownerId))
      .returning();
    const description = `${providerName[provider]}, from ${actor.client.address}`;
    await recordActivity(deps, tx, actor, { ownerId, type: 'oauth_disconnected', description });
    const { address } = actor.client;
    await mailSecurityNotice(deps, tx, actor, owner, accountMails.providerDisconnected, {
      provider,
      address,
    });
    return { message: providerMessages.disconnected(provider), user: toUser(updated ?? owner) };
  });
