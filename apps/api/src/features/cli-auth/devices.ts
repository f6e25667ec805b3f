import { type CliDevice, cliMessages } from '@ballast/contract/cli/cli-auth';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import { scopeMissing } from '../../http/access/requirements.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivities, recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { isTokenAlive, scopesOf } from '../../identity/cli/cli-tokens.ts';
import { type CliTokenRow, cliTokens } from '../../identity/cli/tables.ts';
import { holdActor, lockAccount } from '../../identity/hold-account.ts';
import { Failure } from '../../runtime/failure.ts';

export const toDevice = (row: CliTokenRow): CliDevice => ({
  id: row.id,
  name: row.deviceName,
  kind: row.kind,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  address: row.address,
  scopes: scopesOf(row),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  madeWith: row.madeWith,
});

// All of them, so that each can be revoked. Their number is bounded when one is added.
export const listDevices = async (deps: Deps, ownerId: string): Promise<CliDevice[]> => {
  const rows = await deps.db
    .select()
    .from(cliTokens)
    .where(and(eq(cliTokens.userId, ownerId), isTokenAlive(deps.now())))
    .orderBy(desc(cliTokens.createdAt), desc(cliTokens.id));
  return rows.map(toDevice);
};

const isOwn = (ownerId: string, id: string) => and(eq(cliTokens.id, id), eq(cliTokens.userId, ownerId));

// A token revokes what it could have made, and no person's device.
const refuseOthers = ({ grant }: Actor, token: CliTokenRow) => {
  if (!grant) return;
  if (token.kind === 'device') throw new Failure('not_for_cli');
  const missing = scopesOf(token).find((scope) => !grant.scopes.includes(scope));
  if (missing) throw scopeMissing(missing);
};

// The tokens that were made with it would outlive it, so they end as well.
export const revokeDevice = (deps: Deps, actor: Actor, ownerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    const [token] = await tx.select().from(cliTokens).where(isOwn(ownerId, id));
    if (!token) throw new Failure('not_found');
    refuseOthers(actor, token);
    const revoked = await tx
      .delete(cliTokens)
      .where(
        and(
          eq(cliTokens.userId, ownerId),
          or(eq(cliTokens.id, id), sql`${id}::uuid = any(${cliTokens.madeWith})`),
        ),
      )
      .returning();
    const entries = revoked.map(
      ({ deviceName: description }) => ({ ownerId, type: 'cli_revoked', description }) as const,
    );
    await recordActivities(deps, tx, actor, entries);
    return { message: cliMessages.revoked };
  });

export const logOutDevice = (deps: Deps, actor: Actor) =>
  deps.db.transaction(async (tx) => {
    const ownerId = actor.user.id;
    await lockAccount(tx, ownerId);
    const [device] = await tx.delete(cliTokens).where(isOwn(ownerId, actor.sessionId)).returning();
    // A concurrent revocation has left its own entry.
    if (device) {
      const description = device.deviceName;
      await recordActivity(deps, tx, actor, { ownerId, type: 'logout', description });
    }
    return { message: cliMessages.loggedOut };
  });
