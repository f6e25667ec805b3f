// Reads the whole operator log and reports entries that were changed, removed or inserted.
import { type OperatorLogReport, operatorLogLimits } from '@ballast/contract/operator/log';
import { asc, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { users } from '../../../identity/tables.ts';
import { rateLimitRequests } from '../../../key-check/tables.ts';
import { type OperatorLogRow, operatorLog, operatorLogEnd } from '../tables.ts';
import { hashEntry, isSealed, type LogEnd } from './operator-log.ts';

const pageSize = 1000;

async function* walkEntries(tx: Db) {
  let last: OperatorLogRow | undefined;
  for (;;) {
    const isLater = last
      ? sql`(${operatorLog.position}, ${operatorLog.id}) > (${last.position}, ${last.id}::uuid)`
      : undefined;
    const page: OperatorLogRow[] = await tx
      .select()
      .from(operatorLog)
      .where(isLater)
      .orderBy(asc(operatorLog.position), asc(operatorLog.id))
      .limit(pageSize);
    yield* page;
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}

type Reached = Pick<OperatorLogRow, 'position' | 'hash'>;

const range = (first: number, last: number) =>
  first === last ? `Entry ${first} is` : `Entries ${first} to ${last} are`;

const problemOfPlace = (row: OperatorLogRow, before: Reached) => {
  if (row.position <= before.position) return `Entry ${row.position} is there more than once.`;
  if (row.position > before.position + 1) return `${range(before.position + 1, row.position - 1)} missing.`;
  if (row.previousHash !== before.hash) return `Entry ${row.position} does not follow the one before it.`;
  return null;
};

const problemsOf = (row: OperatorLogRow, before: Reached) => {
  const place = problemOfPlace(row, before);
  return [
    ...(place ? [place] : []),
    ...(hashEntry(row) === row.hash ? [] : [`Entry ${row.position} was changed.`]),
    ...(row.followsBreak
      ? [`Entry ${row.position} was written when the end of the log was not as the portal had left it.`]
      : []),
  ];
};

const problemOfEnd = (deps: Deps, last: Reached, end: LogEnd | undefined) => {
  if (!end) return last.position ? 'The end of the log is not on record.' : null;
  if (end.position > last.position) return `${range(last.position + 1, end.position)} missing.`;
  if (end.position < last.position) return `${range(end.position + 1, last.position)} not the portal’s.`;
  if (end.hash !== last.hash) return `Entry ${last.position} is not the one that the portal wrote.`;
  if (end.position > 0 && !isSealed(deps.tokenPepper, end)) return 'The seal of the log is wrong.';
  return null;
};

// An entry that was noted elsewhere. Its hash covers all entries before it.
const readKnown = (known: string | undefined): Reached | null => {
  const [position = '', hash = ''] = known?.split(':') ?? [];
  return known ? { position: Number(position), hash } : null;
};

const problemOfKnown = (known: Reached, found: Reached | null) => {
  if (!found) return `Entry ${known.position}, which you know, is missing.`;
  return found.hash === known.hash ? null : `Entry ${known.position} is not the one that you know.`;
};

// An attacker who empties the whole log leaves no wrong entry. Other tables show since when operators acted and accounts exist.
// A decision is written a moment before its entry.
const slackMs = 3_600_000;

const compare = 'Compare the log with a line operator_entry of the portal’s own log: --known POSITION:HASH.';

const readOldest = async (tx: Db) => {
  const { rows } = await tx.execute<{ acted: Date | string | null; account: Date | string | null }>(sql`
    select least((select min(${rateLimitRequests.decidedAt}) from ${rateLimitRequests}),
                 (select min(${users.suspendedAt}) from ${users})) as acted,
           (select min(${users.createdAt}) from ${users}) as account`);
  const toTime = (at: Date | string | null | undefined) => (at ? new Date(at) : null);
  return { acted: toTime(rows[0]?.acted), account: toTime(rows[0]?.account) };
};

const warningsOf = async (tx: Db, firstEntry: Date | null): Promise<string[]> => {
  const { acted, account } = await readOldest(tx);
  if (acted && (!firstEntry || acted.getTime() < firstEntry.getTime() - slackMs)) {
    const log = firstEntry ? `begins at ${firstEntry.toISOString()}` : 'is empty';
    return [`An operator acted at ${acted.toISOString()}, but the log ${log}. ${compare}`];
  }
  if (firstEntry || !account) return [];
  return [`The log is empty, but there are accounts since ${account.toISOString()}. ${compare}`];
};

// One snapshot, so that an entry that is added meanwhile is either in it or not.
export const verifyLog = (deps: Deps, knownText?: string): Promise<OperatorLogReport> =>
  deps.db.transaction(
    async (tx) => {
      const [end] = await tx.select().from(operatorLogEnd);
      const known = readKnown(knownText);
      const problems: string[] = [];
      let first: OperatorLogRow | null = null;
      let foundKnown: Reached | null = null;
      let last: Reached = { position: 0, hash: '' };
      let entries = 0;
      for await (const row of walkEntries(tx)) {
        problems.push(...problemsOf(row, last));
        first ??= row;
        if (row.position === known?.position) foundKnown ??= row;
        last = row;
        entries += 1;
        if (problems.length >= operatorLogLimits.mostProblems) break;
      }
      const isRead = problems.length < operatorLogLimits.mostProblems;
      const atEnd = isRead && problemOfEnd(deps, last, end);
      if (atEnd) problems.push(atEnd);
      const atKnown = isRead && known && problemOfKnown(known, foundKnown);
      if (atKnown) problems.push(atKnown);
      return {
        entries,
        hash: last.hash,
        problems: problems.slice(0, operatorLogLimits.mostProblems),
        warnings: await warningsOf(tx, first?.at ?? null),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
