// Everything that the portal holds about a person, as one JSON file that is written while it is read. Secrets and what could
// be searched for them (hashes, ciphers, codes) stay here; exported-tables.ts says what leaves.
import { and, asc, eq, gt, inArray, max, sql, sum } from 'drizzle-orm';
import type { Download } from '../http/serve.ts';
import { recordActivity } from '../identity/activity-log.ts';
import type { Actor } from '../identity/actor.ts';
import { sessionProofs } from '../identity/factors/tables.ts';
import { sessions, type UserRow } from '../identity/tables.ts';
import { toUser } from '../identity/users.ts';
import { apiKeys, replacedKeys } from '../key-check/tables.ts';
import { keyRefusals, keyUsageAddresses, keyUsageDays, keyUsageMinutes } from '../key-check/usage/tables.ts';
import type { Deps } from '../runtime/deps.ts';
import { exported, type Part } from './exported-tables.ts';

type Row = Record<string, unknown> & { id: string };

const pageSize = 500;

const readPage = async (deps: Deps, ownerId: string, part: Part, after: string | null): Promise<Row[]> => {
  const rows = await deps.db
    .select({ ...part.columns, id: sql<string>`${part.id}` })
    .from(part.table)
    .where(and(eq(part.owner, ownerId), after ? gt(part.id, after) : undefined))
    .orderBy(asc(part.id))
    .limit(pageSize);
  return rows;
};

// Minutes become days only after a while.
const readUsage = (deps: Deps, ids: string[]) => {
  const total = (count: string) => sql`sum(${sql.identifier(count)})`.mapWith(Number);
  const counts = sql`(
    select key_id, day, allowed, limited, refused from key_usage_days where ${inArray(keyUsageDays.keyId, ids)}
    union all
    select key_id, (minute at time zone 'UTC')::date, allowed, limited, refused from key_usage_minutes
    where ${inArray(keyUsageMinutes.keyId, ids)}) as counts`;
  return deps.db
    .select({
      of: sql<string>`key_id`,
      day: sql<string>`day::text`,
      allowed: total('allowed'),
      limited: total('limited'),
      refused: total('refused'),
    })
    .from(counts)
    .groupBy(sql`key_id, day`)
    .orderBy(sql`day`);
};

const readAddresses = (deps: Deps, ids: string[]) =>
  deps.db
    .select({
      of: keyUsageAddresses.keyId,
      address: keyUsageAddresses.address,
      requests: sum(keyUsageAddresses.requests).mapWith(Number),
      lastSeenAt: max(keyUsageAddresses.lastSeenAt),
    })
    .from(keyUsageAddresses)
    .where(inArray(keyUsageAddresses.keyId, ids))
    .groupBy(keyUsageAddresses.keyId, keyUsageAddresses.address);

const readRefusals = (deps: Deps, ids: string[]) => {
  const { keyId: of, at, reason, address, userAgent, method, path } = keyRefusals;
  return deps.db
    .select({ of, at, reason, address, userAgent, method, path })
    .from(keyRefusals)
    .where(inArray(of, ids))
    .orderBy(asc(at));
};

const readReplaced = (deps: Deps, ids: string[]) =>
  deps.db
    .select({
      of: replacedKeys.keyId,
      replacedAt: replacedKeys.replacedAt,
      endsAt: replacedKeys.endsAt,
      lastUsedAt: replacedKeys.lastUsedAt,
      leakedAt: replacedKeys.leakedAt,
    })
    .from(replacedKeys)
    .where(inArray(replacedKeys.keyId, ids));

const readProofs = (deps: Deps, ids: string[]) =>
  deps.db
    .select({ of: sessionProofs.sessionId, method: sessionProofs.method, at: sessionProofs.at })
    .from(sessionProofs)
    .where(inArray(sessionProofs.sessionId, ids));

const within = (rows: { of: string }[], id: string) =>
  rows.filter((row) => row.of === id).map(({ of: _, ...row }) => row);

const withKeysOwn = async (deps: Deps, keys: Row[], ids: string[]) => {
  const [usage, replaced] = [await readUsage(deps, ids), await readReplaced(deps, ids)];
  const [addresses, refusals] = [await readAddresses(deps, ids), await readRefusals(deps, ids)];
  return keys.map((key) => ({
    ...key,
    usage: within(usage, key.id),
    addresses: within(addresses, key.id),
    refusals: within(refusals, key.id),
    rotations: within(replaced, key.id),
  }));
};

const withSessionsOwn = async (deps: Deps, rows: Row[], ids: string[]) => {
  const proofs = await readProofs(deps, ids);
  return rows.map((row) => ({ ...row, proofs: within(proofs, row.id) }));
};

const complete = (deps: Deps, { table }: Part, rows: Row[]): Promise<Row[]> | Row[] => {
  const ids = rows.map(({ id }) => id);
  if (ids.length && table === apiKeys) return withKeysOwn(deps, rows, ids);
  if (ids.length && table === sessions) return withSessionsOwn(deps, rows, ids);
  return rows;
};

async function* writePart(deps: Deps, ownerId: string, name: string, part: Part) {
  yield `,\n"${name}": [`;
  let after: string | null = null;
  let separator = '\n';
  for (;;) {
    const page: Row[] = await readPage(deps, ownerId, part, after);
    for (const row of await complete(deps, part, page)) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) break;
  }
  yield ']';
}

async function* write(deps: Deps, owner: UserRow) {
  const { passwordHash: _, ...held } = owner;
  const profile = { ...toUser(owner), ...held };
  yield `{"exportedAt": "${deps.now().toISOString()}",\n"profile": ${JSON.stringify(profile)}`;
  for (const [name, part] of Object.entries(exported)) yield* writePart(deps, owner.id, name, part);
  yield '\n}\n';
}

export const downloadData = (deps: Deps, owner: UserRow): Download => {
  const filename = `account-${deps.now().toISOString().slice(0, 10)}.json`;
  return {
    contentType: 'application/json; charset=utf-8',
    filename,
    chunks: write({ ...deps, db: deps.patientDb }, owner),
  };
};

export const exportData = async (deps: Deps, actor: Actor, owner: UserRow): Promise<Download> => {
  await recordActivity(deps, deps.db, actor, { ownerId: owner.id, type: 'data_exported' });
  return downloadData(deps, owner);
};
