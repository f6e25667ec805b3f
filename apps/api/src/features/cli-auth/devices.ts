// The devices whose command line is authorized.
import { type CliDevice, cliMessages } from '@ballast/contract/cli-auth';
import { and, desc, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client, SignedIn } from '../../actor.ts';
import { isTokenAlive } from '../../cli-tokens.ts';
import type { Db } from '../../db/open.ts';
import { cliTokens } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';

export const listDevicesOf = async (deps: Deps, userId: string): Promise<CliDevice[]> => {
  const rows = await deps.db
    .select()
    .from(cliTokens)
    .where(and(eq(cliTokens.userId, userId), isTokenAlive(deps.now())))
    .orderBy(desc(cliTokens.createdAt), desc(cliTokens.id));
  return rows.map(({ id, deviceName, createdAt, lastUsedAt, address }) => ({
    id,
    name: deviceName,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    address,
  }));
};

const deleteToken = async (tx: Db, userId: string, id: string) => {
  const [device] = await tx
    .delete(cliTokens)
    .where(and(eq(cliTokens.id, id), eq(cliTokens.userId, userId)))
    .returning();
  return device;
};

export const revokeDeviceOf = (deps: Deps, userId: string, id: string, client: Client) =>
  deps.db.transaction(async (tx) => {
    const device = await deleteToken(tx, userId, id);
    if (!device) throw new Failure('not_found');
    const description = device.deviceName;
    await recordEntry(tx, { userId, type: 'cli_revoked', description, client, at: deps.now() });
    return { message: cliMessages.revoked };
  });

export const logOutDevice = (deps: Deps, { user, sessionId }: SignedIn, client: Client) =>
  deps.db.transaction(async (tx) => {
    const device = await deleteToken(tx, user.id, sessionId);
    // Revoked in the same moment: that left its own entry.
    if (device) {
      const description = device.deviceName;
      await recordEntry(tx, { userId: user.id, type: 'logout', description, client, at: deps.now() });
    }
    return { message: cliMessages.loggedOut };
  });
