// Keeps minutes, addresses, refusals and an environment's hours for a while, and days for longer. Each day is moved by one statement, so a job that is
// cut off can run again.

import { lt, min, sql } from 'drizzle-orm';
import { queue } from '../jobs/queue.ts';
import type { Deps } from '../runtime/deps.ts';
import { fixedRetentionSeconds, keptSeconds } from '../runtime/retention.ts';
import { secondsBefore } from '../runtime/times.ts';
import {
  keyRefusals,
  keyUsageAddresses,
  keyUsageBatches,
  keyUsageHours,
  keyUsageMinutes,
} from './usage/tables.ts';

export const rollUpUsageQueue = queue('roll-up-usage');

const daySeconds = 24 * 3600;

const dayOf = (time: Date) => new Date(Math.floor(time.getTime() / (daySeconds * 1000)) * daySeconds * 1000);

const rollUpDay = (deps: Deps, day: Date) =>
  deps.db.execute(sql`
    with minutes as (
      delete from key_usage_minutes
      where minute >= ${day.toISOString()}::timestamptz and minute < ${day.toISOString()}::timestamptz + interval '1 day'
      returning key_id, allowed, limited, refused
    )
    insert into key_usage_days as known (key_id, day, allowed, limited, refused)
    select key_id, ${day.toISOString().slice(0, 10)}::date, sum(allowed), sum(limited), sum(refused)
    from minutes group by key_id
    on conflict (key_id, day) do update set
      allowed = known.allowed + excluded.allowed,
      limited = known.limited + excluded.limited,
      refused = known.refused + excluded.refused`);

export const rollUpUsage = async (deps: Deps) => {
  const { retention } = deps.config;
  const before = (seconds: number) => secondsBefore(deps.now(), seconds);
  const end = dayOf(before(keptSeconds(retention, 'usageMinutes')));
  const oldest = async () => {
    const [row] = await deps.db
      .select({ minute: min(keyUsageMinutes.minute) })
      .from(keyUsageMinutes)
      .where(lt(keyUsageMinutes.minute, end));
    return row?.minute ?? null;
  };
  for (let minute = await oldest(); minute; minute = await oldest()) await rollUpDay(deps, dayOf(minute));
  await deps.db.delete(keyUsageAddresses).where(lt(keyUsageAddresses.hour, end));
  const hoursEnd = dayOf(before(fixedRetentionSeconds.usageHours));
  await deps.db.delete(keyUsageHours).where(lt(keyUsageHours.hour, hoursEnd));
  await deps.db.delete(keyRefusals).where(lt(keyRefusals.at, before(keptSeconds(retention, 'refusals'))));
  const batchesEnd = before(fixedRetentionSeconds.usageBatches);
  await deps.db.delete(keyUsageBatches).where(lt(keyUsageBatches.writtenAt, batchesEnd));
};
