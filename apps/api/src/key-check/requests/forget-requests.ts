// Requests are dropped by the day. What a day without a partition has left goes row by row.
import { lt, sql } from 'drizzle-orm';
import type { KeyCheckDeps } from '../deps.ts';
import { inTurn, keptRequestsStart, nameOfDay } from '../usage/partitions.ts';
import { keyRequestDays, keyRequests } from './tables.ts';

const dropOldest = async (deps: Pick<KeyCheckDeps, 'db'>, end: Date) => {
  const { rows } = await inTurn(deps, (tx) =>
    tx.execute<{ name: string | null }>(
      sql`select drop_key_request_partition(${nameOfDay(end)}::date) as name`,
    ),
  );
  return Boolean(rows[0]?.name);
};

export const forgetRequests = async (deps: Pick<KeyCheckDeps, 'config' | 'db' | 'now'>) => {
  const end = keptRequestsStart(deps);
  while (await dropOldest(deps, end));
  await deps.db.delete(keyRequests).where(lt(keyRequests.at, end));
  await deps.db.delete(keyRequestDays).where(lt(keyRequestDays.day, nameOfDay(end)));
};
