// Minutes, addresses, refusals and hours are kept for a while, days for longer. Each day is moved by one transaction, so a job
// that is cut off can run again.
import { lt, min, sql } from 'drizzle-orm';
import { queue } from '../../jobs/queue.ts';
import { fixedRetentionSeconds, keptSeconds } from '../../runtime/settings/retention.ts';
import { secondsBefore } from '../../runtime/times.ts';
import type { KeyCheckDeps } from '../deps.ts';
import { forgetRequests } from '../requests/forget-requests.ts';
import { dropOldestPartition, inTurn, keptMinutesStart, nameOfDay, startOfDay } from './partitions.ts';
import { keyRefusals, keyUsageAddresses, keyUsageBatches, keyUsageHours, keyUsageMinutes } from './tables.ts';

export const rollUpUsageQueue = queue('roll-up-usage');

const rollUpDay = (deps: Pick<KeyCheckDeps, 'db'>, day: Date) =>
  inTurn(deps, (tx) =>
    tx.execute(sql`
    with minutes as (
      delete from key_usage_minutes
      where minute >= ${day.toISOString()}::timestamptz and minute < ${day.toISOString()}::timestamptz + interval '1 day'
      returning key_id, allowed, limited, refused
    )
    insert into key_usage_days as known (key_id, day, allowed, limited, refused)
    select key_id, ${nameOfDay(day)}::date, sum(allowed), sum(limited), sum(refused)
    from minutes group by key_id
    on conflict (key_id, day) do update set
      allowed = known.allowed + excluded.allowed,
      limited = known.limited + excluded.limited,
      refused = known.refused + excluded.refused`),
  );

const oldestMinute = async ({ db }: Pick<KeyCheckDeps, 'db'>, end: Date) => {
  const [row] = await db
    .select({ minute: min(keyUsageMinutes.minute) })
    .from(keyUsageMinutes)
    .where(lt(keyUsageMinutes.minute, end));
  return row?.minute ?? null;
};

// A day with a partition of its own is dropped as a whole, other days are deleted row by row.
const rollUpMinutes = async (deps: Pick<KeyCheckDeps, 'db'>, end: Date) => {
  while (await dropOldestPartition(deps, end));
  for (let minute = await oldestMinute(deps, end); minute; minute = await oldestMinute(deps, end))
    await rollUpDay(deps, startOfDay(minute));
};

export const rollUpUsage = async (deps: Pick<KeyCheckDeps, 'config' | 'db' | 'now'>) => {
  const { db, config, now } = deps;
  const before = (seconds: number) => secondsBefore(now(), seconds);
  const end = keptMinutesStart(deps);
  await db.delete(keyUsageAddresses).where(lt(keyUsageAddresses.hour, end));
  const hoursEnd = startOfDay(before(fixedRetentionSeconds.usageHours));
  await db.delete(keyUsageHours).where(lt(keyUsageHours.hour, hoursEnd));
  await db.delete(keyRefusals).where(lt(keyRefusals.at, before(keptSeconds(config.retention, 'refusals'))));
  const batchesEnd = before(fixedRetentionSeconds.usageBatches);
  await db.delete(keyUsageBatches).where(lt(keyUsageBatches.writtenAt, batchesEnd));
  await rollUpMinutes(deps, end);
  await forgetRequests(deps);
};
