// The devices whose command line is authorized.

import { type CliDevice, cliMessages, longestDeviceList } from '@ballast/contract/cli-auth';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { Failure } from '../../http/failure.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { isTokenAlive } from '../../identity/cli-tokens.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { cliTokens } from '../../identity/tables.ts';
import type { Deps } from '../../runtime/deps.ts';

type DeviceRow = typeof cliTokens.$inferSelect;

const toDevice = ({ id, deviceName, createdAt, lastUsedAt, address }: DeviceRow): CliDevice => ({
  id,
  name: deviceName,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  address,
});

export const listDevices = async (deps: Deps, ownerId: string): Promise<CliDevice[]> => {
  const rows = await deps.db
    .select()
    .from(cliTokens)
    .where(and(eq(cliTokens.userId, ownerId), isTokenAlive(deps.now())))
    .orderBy(desc(cliTokens.createdAt), desc(cliTokens.id))
    .limit(longestDeviceList);
  return rows.map(toDevice);
};

const deleteToken = async (tx: Db, ownerId: string, id: string) => {
  await holdAccount(tx, ownerId);
  const [device] = await tx
    .delete(cliTokens)
    .where(and(eq(cliTokens.id, id), eq(cliTokens.userId, ownerId)))
    .returning();
  return device;
};

export const revokeDevice = (deps: Deps, actor: Actor, ownerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    const device = await deleteToken(tx, ownerId, id);
    if (!device) throw new Failure('not_found');
    const description = device.deviceName;
    await recordActivity(deps, tx, actor, { ownerId, type: 'cli_revoked', description });
    return { message: cliMessages.revoked };
  });

export const logOutDevice = (deps: Deps, actor: Actor) =>
  deps.db.transaction(async (tx) => {
    const ownerId = actor.user.id;
    const device = await deleteToken(tx, ownerId, actor.sessionId);
    // A device that was revoked at the same moment is gone, and the revocation left its own entry.
    if (device) {
      const description = device.deviceName;
      await recordActivity(deps, tx, actor, { ownerId, type: 'logout', description });
    }
    return { message: cliMessages.loggedOut };
  });
