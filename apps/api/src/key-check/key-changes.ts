// Tells every process that a key has changed, through PostgreSQL's LISTEN and NOTIFY. What is cached can be trusted only
// while the listening connection proves to be alive: its answers come after the announcements that were made before.

import { sql } from 'drizzle-orm';
import pg, { type Client } from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../db/open.ts';
import { second } from './token-bucket.ts';

const channel = 'key_changed';
const listenerName = 'ballast key changes';

export const announceKeyChange = (tx: Db, keyId: string) =>
  tx.execute(sql`select pg_notify(${channel}, ${keyId})`);

export type Heard = {
  // Another process changed this key.
  changed: (keyId: string) => void;
  // Announcements may have been missed.
  missed: () => void;
};

export type KeyListener = {
  // Until when, in microseconds, what is cached may be trusted.
  trustedUntil: () => number;
  stop: () => Promise<void>;
};

// The embedded database has one process, which hears of its own changes directly.
export const alone: KeyListener = { trustedUntil: () => Number.POSITIVE_INFINITY, stop: async () => {} };

const proofEveryMs = 500;
const proofHoldsFor = 2 * second;
const connectWithinMs = 2000;
const longestPauseMs = 2000;

// Not end(): a connection that does not answer would not end, either.
const cut = (client: Client) =>
  (client as Client & { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();

export const listenForKeyChanges = (
  connectionString: string,
  { changed, missed }: Heard,
  clock: () => number,
  log: Logger,
): KeyListener => {
  let trustedUntil = 0;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 0;
  let stopped = false;

  const later = (step: () => void, ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(step, ms).unref();
  };

  const lose = (lost: Client, error?: Error) => {
    if (client !== lost) return;
    client = null;
    if (trustedUntil && !stopped)
      log.warn({ err: error }, 'key changes are not heard: each check asks the database');
    trustedUntil = 0;
    cut(lost);
    later(connect, pauseMs);
    pauseMs = Math.min(pauseMs * 2 || 50, longestPauseMs);
  };

  // Each proof is good from the moment it was asked for.
  const prove = async (on: Client) => {
    const asked = clock();
    const late = setTimeout(
      () => lose(on, new Error('the listening connection does not answer')),
      connectWithinMs,
    );
    try {
      await on.query('select 1');
      if (client !== on) return;
      trustedUntil = asked + proofHoldsFor;
      later(() => void prove(on), proofEveryMs);
    } catch (error) {
      lose(on, error as Error);
    } finally {
      clearTimeout(late);
    }
  };

  const connect = async () => {
    const connecting = new pg.Client({
      connectionString,
      application_name: listenerName,
      connectionTimeoutMillis: connectWithinMs,
      keepAlive: true,
    });
    client = connecting;
    connecting.on('notification', ({ payload }) => changed(payload ?? ''));
    connecting.on('error', (error) => lose(connecting, error));
    connecting.on('end', () => lose(connecting));
    try {
      await connecting.connect();
      await connecting.query(`listen ${channel}`);
      if (client !== connecting) return;
      missed();
      pauseMs = 0;
      await prove(connecting);
    } catch (error) {
      lose(connecting, error as Error);
    }
  };

  const first = connect();

  return {
    trustedUntil: () => trustedUntil,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await first;
      const open = client;
      client = null;
      trustedUntil = 0;
      if (open) cut(open);
    },
  };
};
