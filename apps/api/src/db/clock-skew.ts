// How far the clock of this process is from that of PostgreSQL. Sessions, links and limits end by this clock, so one that is wrong
// refuses people without a fault that anybody sees. The embedded database has no clock of its own.
import { greatestSkewSeconds } from '@ballast/contract/operator/status';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Config } from '../runtime/settings/config.ts';
import { askInTime } from './connections/database-state.ts';
import type { Db } from './connections/open.ts';

const servedUntilSeconds = 300;

// A slow answer is no wrong clock: what the way there and back may have taken is subtracted.
const measure = async (db: Db) => {
  const began = Date.now();
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const ended = Date.now();
  const there = rows[0]?.ms ?? began;
  const offMs = (began + ended) / 2 - there;
  return (Math.sign(offMs) * Math.max(0, Math.abs(offMs) - (ended - began) / 2)) / 1000;
};

export const readClockSkew = async (config: Pick<Config, 'databaseUrl'>, db: Db) =>
  config.databaseUrl ? askInTime(measure(db)) : 0;

const isClockOff = (seconds: number | null) => seconds !== null && Math.abs(seconds) > greatestSkewSeconds;

type Parts = { config: Pick<Config, 'databaseUrl'>; db: Db; log: Logger };

export const openClockWatch = ({ config, db, log }: Parts) => {
  let wasOff = false;
  const read = async () => {
    const seconds = await readClockSkew(config, db);
    const isOff = isClockOff(seconds);
    if (isOff && !wasOff)
      log.error({ seconds }, 'the clock of this machine is wrong: it is not that of the database');
    if (!isOff && wasOff) log.warn({ seconds }, 'the clock of this machine is right again');
    if (seconds !== null) wasOff = isOff;
    return seconds;
  };
  const mayServe = async () => Math.abs((await read()) ?? 0) <= servedUntilSeconds;
  return { read, mayServe };
};

export type ClockWatch = ReturnType<typeof openClockWatch>;
