// Which secrets an installation cannot do without yet: those that rows were written with, and those behind tokens that
// nobody stores and somebody may still hold.
import { accessTokenSeconds } from '@ballast/contract/auth/session';
import type { SecretKind } from '@ballast/contract/operator/operator';
import { type Column, sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { factsOf } from '../db/owned.ts';
import type { Config } from '../runtime/settings/config.ts';
import { usualRetention } from '../runtime/settings/retention.ts';
import { secondsAfter } from '../runtime/times.ts';
import type { SecretsDeps } from './deps.ts';
import type { KnownSecret } from './fingerprints.ts';

const hour = 3600;
// The use of a secret is noted every hour, and clocks differ.
const slackSeconds = 2 * hour;

// How long after its last use a secret may be behind a token. An idle session lives longer than any mailed link, unless its period
// was set shorter: then the usual one counts.
const keepSeconds = (kind: SecretKind, { retention }: Config) =>
  ({
    signing: accessTokenSeconds + slackSeconds,
    pepper: Math.max(retention.idleSessions, usualRetention.idleSessions) * 24 * hour + slackSeconds,
    encryption: 0,
  })[kind];

export const neededUntil = (
  { kind, inUseAt }: Pick<KnownSecret, 'kind' | 'inUseAt'>,
  { now, config }: Pick<SecretsDeps, 'now' | 'config'>,
) => {
  const keep = keepSeconds(kind, config);
  if (!inUseAt || !keep) return null;
  const until = secondsAfter(inUseAt, keep);
  return until > now() ? until : null;
};

// One step along the index for each id: a million rows cost no more than ten.
const distinctIds = async (tx: Db, column: Column) => {
  const { table } = column;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive found as (
      select min(${column}) as id from ${table}
      union all
      select (select min(${column}) from ${table} where ${column} > found.id) from found where found.id is not null
    )
    select id from found where id is not null`);
  return rows.map(({ id }) => id);
};

const columnsOf = ({ tables }: Pick<SecretsDeps, 'tables'>, kind: SecretKind) => {
  const facts = tables.map(factsOf);
  if (kind === 'encryption') return facts.flatMap(({ sealed }) => (sealed ? [sealed.keyId] : []));
  if (kind === 'pepper') return facts.flatMap(({ hashed }) => (hashed ? [hashed.pepperId] : []));
  return [];
};

export const idsInRows = async (deps: Pick<SecretsDeps, 'tables'>, tx: Db, kind: SecretKind) => {
  const ids = new Set<string>();
  for (const column of columnsOf(deps, kind)) for (const id of await distinctIds(tx, column)) ids.add(id);
  return [...ids];
};
