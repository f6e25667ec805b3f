// Of several servers that take writes, the one that was promoted last has what was written since. A former primary takes writes as
// well when it comes back before anybody made a standby of it.
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { inTime } from '../../runtime/in-time.ts';

export type FoundServer = { url: string; client: pg.Client; timeline: string };

// Where one was found, the others may be away.
const othersWithinMs = 1000;

// A promotion begins a new timeline, and each has a higher number. What is no PostgreSQL has none.
export const readTimeline = async (client: pg.ClientBase, withinMs: number) => {
  const question = 'select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline';
  const answer = inTime(client.query<{ timeline: string }>(question), withinMs);
  return (await answer.catch(() => null))?.rows[0]?.timeline ?? '';
};

// Throws an AggregateError when none is found.
export const chooseNewest = async (attempts: Promise<FoundServer>[]) => {
  await Promise.any(attempts);
  const late = setTimeout(othersWithinMs, null, { ref: false });
  const answers = await Promise.all(attempts.map((each) => Promise.race([each.catch(() => null), late])));
  const all = answers.filter((each) => each !== null);
  const newest = all.reduce((best, each) => (each.timeline > best.timeline ? each : best));
  return { newest, all };
};

export const placeOf = ({ url }: FoundServer) => {
  const { host, searchParams } = new URL(url);
  const place = [searchParams.get('host'), searchParams.get('port')].filter(Boolean).join(':');
  return place || host;
};
