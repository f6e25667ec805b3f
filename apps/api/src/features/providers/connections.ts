import type { Answer } from '@ballast/contract/endpoint';
import type { disconnectProvider, listConnections } from '@ballast/contract/provider-calls';
import { type Provider, providerMessages, providerName } from '@ballast/contract/providers';
import { asc, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import { identities, type UserRow, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';
import { toUser } from '../../users.ts';

const isPrimary = (user: UserRow, provider: Provider) => user.authMethod === provider.toUpperCase();

export const connectionsOf = async (deps: Deps, user: UserRow): Promise<Answer<typeof listConnections>> => {
  const rows = await deps.db
    .select()
    .from(identities)
    .where(eq(identities.userId, user.id))
    .orderBy(asc(identities.createdAt));
  return rows.map(({ provider, username, email, createdAt }) => ({
    provider,
    username,
    email,
    primary: isPrimary(user, provider),
    connectedAt: createdAt.toISOString(),
  }));
};

export const disconnectFrom = async (
  deps: Deps,
  userId: string,
  provider: Provider,
  client: Client,
): Promise<Answer<typeof disconnectProvider>> =>
  deps.db.transaction(async (tx) => {
    // Locked, so that two disconnects at once cannot both take the other one for the last way in.
    const linked = await tx
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.id))
      .for('update');
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw new Failure('unauthorized');
    const identity = linked.find((row) => row.provider === provider);

    if (!identity) throw new Failure('not_found', { message: providerMessages.notLinked(provider) });
    if (isPrimary(user, provider)) {
      throw new Failure('conflict', { message: providerMessages.primary(provider) });
    }
    if (!user.passwordHash && linked.length === 1) {
      throw new Failure('conflict', { message: providerMessages.lastWayIn });
    }

    const now = deps.now();
    await tx.delete(identities).where(eq(identities.id, identity.id));
    const [left] = await tx
      .update(users)
      .set({ ...(provider === 'github' ? { githubProfile: null } : {}), updatedAt: now })
      .where(eq(users.id, userId))
      .returning();
    const description = `${providerName[provider]}, from ${client.address}`;
    await recordEntry(tx, { userId, type: 'oauth_disconnected', description, client, at: now });
    return { message: providerMessages.disconnected(provider), user: toUser(left ?? user) };
  });
