// Everything that the portal holds about a person, as one JSON file that is written while it is read. Secrets and what could
// be searched for them (hashes, ciphers, codes) stay here; each table says what leaves (db/owned.ts).

import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Download } from '../../http/answers/send-download.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { sessionProofs } from '../../identity/factors/tables.ts';
import { sessions } from '../../identity/tables.ts';
import { toUser } from '../../identity/users.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { byOwner, writeKeys } from './export-keys.ts';
import { exportedParts, type Part } from './exported-tables.ts';

type Row = Record<string, unknown> & { id: string };

const pageSize = 200;

const readPage = async (deps: Deps, ownerId: string, part: Part, after: string | null): Promise<Row[]> => {
  const rows = await deps.db
    .select({ ...part.columns, id: sql<string>`${part.id}` })
    .from(part.table)
    .where(and(eq(part.owner, ownerId), after ? gt(part.id, after) : undefined))
    .orderBy(asc(part.id))
    .limit(pageSize);
  return rows;
};

const readProofs = (deps: Deps, ids: string[]) =>
  deps.db
    .select({ of: sessionProofs.sessionId, method: sessionProofs.method, at: sessionProofs.at })
    .from(sessionProofs)
    .where(inArray(sessionProofs.sessionId, ids));

async function* writeSessions(deps: Deps, rows: Row[]) {
  const ids = rows.map(({ id }) => id);
  const proofs = byOwner(await readProofs(deps, ids));
  for (const row of rows) yield JSON.stringify({ ...row, proofs: proofs(row.id) });
}

async function* writeRows(deps: Deps, { table }: Part, rows: Row[]) {
  if (table === apiKeys) yield* writeKeys(deps, rows);
  else if (table === sessions) yield* writeSessions(deps, rows);
  else for (const row of rows) yield JSON.stringify(row);
}

async function* writePart(deps: Deps, ownerId: string, part: Part) {
  yield `,\n"${part.name}": [`;
  let after: string | null = null;
  let separator = '\n';
  for (;;) {
    const page: Row[] = await readPage(deps, ownerId, part, after);
    for await (const row of writeRows(deps, part, page)) {
      yield separator + row;
      separator = ',\n';
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) break;
  }
  yield ']';
}

async function* write(deps: Deps, owner: Owner) {
  const { passwordHash: _, endedPasswordHash: __, ...held } = owner;
  const profile = { ...toUser(owner), ...held };
  yield `{"exportedAt": "${deps.now().toISOString()}",\n"profile": ${JSON.stringify(profile)}`;
  for (const part of exportedParts(deps)) yield* writePart(deps, owner.id, part);
  yield '\n}\n';
}

export const downloadData = (deps: Deps, owner: Owner): Download => {
  const filename = `account-${deps.now().toISOString().slice(0, 10)}.json`;
  return {
    contentType: 'application/json; charset=utf-8',
    filename,
    chunks: write({ ...deps, db: deps.patientDb }, owner),
  };
};

export const exportData = async (deps: Deps, actor: Actor, owner: Owner): Promise<Download> => {
  await recordActivity(deps, deps.db, actor, { ownerId: owner.id, type: 'data_exported' });
  return downloadData(deps, owner);
};
