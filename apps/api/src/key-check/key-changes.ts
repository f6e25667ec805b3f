// Tells every process that a key has changed, through PostgreSQL's LISTEN and NOTIFY. What is cached can be trusted only
// while the listening connection answers its heartbeat: answers come after the announcements that were made before.
import { sql } from 'drizzle-orm';
import pg, { type Client } from 'pg';
import type { Logger } from 'pino';
import { inTime } from '../db/in-time.ts';
import type { Db } from '../db/open.ts';
import { cutConnection } from '../db/postgres-pool.ts';
import { second } from './token-bucket.ts';

const channel = 'key_changed';
export const listenerName = 'ballast key changes';

export const announceKeyChanges = (tx: Db, keyIds: string[]) =>
  tx.execute(sql`select pg_notify(${channel}, id) from unnest(${sql.param(keyIds)}::text[]) as id`);

export const announceOwnersKeys = (tx: Db, ownerId: string) =>
  tx.execute(sql`select pg_notify(${channel}, id::text) from api_keys where user_id = ${ownerId}`);

type ChangeHandlers = {
  // Another process changed this key.
  changed: (keyId: string) => void;
  // Announcements may have been missed.
  missed: () => void;
};

type KeyListener = {
  start: (handlers: ChangeHandlers) => void;
  // Until when, in microseconds, what is cached may be trusted.
  trustedUntil: () => number;
  stop: () => Promise<void>;
};

// The embedded database has one process, which hears of its own changes directly.
export const onlyProcess: KeyListener = {
  start: () => {},
  trustedUntil: () => Number.POSITIVE_INFINITY,
  stop: async () => {},
};

const heartbeatEveryMs = 500;
const heartbeatHolds = 2 * second;
const connectWithinMs = 2000;
const longestPauseMs = 2000;

const openClient = (connectionString: string) =>
  new pg.Client({
    connectionString,
    application_name: listenerName,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });

// One step is taken at a time, and none after the end.
const openTimer = () => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    set: (step: () => void, ms: number) => {
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(step, ms).unref();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};

export const openKeyListener = (connectionString: string, clock: () => number, log: Logger): KeyListener => {
  const timer = openTimer();
  let handlers: ChangeHandlers = { changed: () => {}, missed: () => {} };
  let first: Promise<void> | null = null;
  let trustedUntil = 0;
  let client: Client | null = null;
  let pauseMs = 0;

  const lose = (lost: Client, error?: Error) => {
    if (client !== lost) return;
    client = null;
    if (trustedUntil) log.warn({ err: error }, 'key changes are not heard: each check asks the database');
    trustedUntil = 0;
    cutConnection(lost);
    timer.set(connect, pauseMs);
    pauseMs = Math.min(pauseMs * 2 || 50, longestPauseMs);
  };

  // The answer to a heartbeat is trusted from the moment at which it was sent: what was announced before came first.
  const sendHeartbeat = async (to: Client) => {
    const sentAt = clock();
    await inTime(to.query('select 1'), connectWithinMs);
    if (client !== to) return;
    trustedUntil = sentAt + heartbeatHolds;
    timer.set(() => void sendHeartbeat(to).catch((error) => lose(to, error)), heartbeatEveryMs);
  };

  const listen = async (on: Client) => {
    await on.connect();
    await on.query(`listen ${channel}`);
    if (client !== on) return;
    handlers.missed();
    pauseMs = 0;
    await sendHeartbeat(on);
  };

  const connect = async () => {
    const connecting = openClient(connectionString);
    client = connecting;
    connecting.on('notification', ({ payload }) => handlers.changed(payload ?? ''));
    connecting.on('error', (error) => lose(connecting, error));
    connecting.on('end', () => lose(connecting));
    await listen(connecting).catch((error) => lose(connecting, error));
  };

  const start = (given: ChangeHandlers) => {
    handlers = given;
    first = connect();
  };

  const stop = async () => {
    timer.stop();
    await first;
    const open = client;
    client = null;
    trustedUntil = 0;
    if (open) cutConnection(open);
  };
  return { start, trustedUntil: () => trustedUntil, stop };
};
