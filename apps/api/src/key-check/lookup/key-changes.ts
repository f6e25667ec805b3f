// Listens for changes of keys, which triggers announce (NOTIFY). The cache is trusted only while the listening connection answers its
// heartbeat: an answer comes after all earlier announcements.
import pg, { type Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import { cutConnection } from '../../db/connections/postgres-pool.ts';
import { listenEmbedded } from '../../db/embedded/embedded-listen.ts';
import { inTime } from '../../runtime/in-time.ts';
import { second } from '../limits/memory-limiter.ts';

const channel = 'key_changed';
export const listenerName = 'ballast key changes';

// The triggers announce the key's id, or this.
const allKeys = '*';

// `missed` is called when announcements may have been lost.
type ChangeHandlers = { changed: (keyId: string) => void; missed: () => void };

type KeyListener = {
  start: (handlers: ChangeHandlers) => void;
  // Until when the cache may be trusted, in microseconds.
  trustedUntil: () => number;
  stop: () => Promise<void>;
};

const hear = ({ changed, missed }: ChangeHandlers, payload: string) =>
  payload === allKeys ? missed() : changed(payload);

// The embedded database has one session, which gets its announcements with the answer to the change.
export const openEmbeddedKeyListener = (pool: Pool, log: Logger): KeyListener => {
  let trustedUntil = 0;
  let listening: Promise<() => void> | null = null;
  return {
    start: (handlers) => {
      listening = listenEmbedded(pool, channel, (payload) => hear(handlers, payload));
      listening.then(
        () => {
          trustedUntil = Number.POSITIVE_INFINITY;
        },
        (error) => log.warn({ err: error }, 'key changes are not heard: each check asks the database'),
      );
    },
    trustedUntil: () => trustedUntil,
    stop: async () => {
      trustedUntil = 0;
      const close = await listening?.catch(() => null);
      close?.();
    },
  };
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

  // Trust counts from when the heartbeat was sent: earlier announcements came before its answer.
  const sendHeartbeat = async (to: Client) => {
    const sentAt = clock();
    await inTime(to.query('select 1'), connectWithinMs);
    if (client !== to) return;
    trustedUntil = sentAt + heartbeatHolds;
    timer.set(() => void sendHeartbeat(to).catch((error) => lose(to, error)), heartbeatEveryMs);
  };

  const listen = async (on: Client) => {
    await on.connect();
    await inTime(on.query(`listen ${channel}`), connectWithinMs);
    if (client !== on) return;
    handlers.missed();
    pauseMs = 0;
    await sendHeartbeat(on);
  };

  const connect = async () => {
    const connecting = openClient(connectionString);
    client = connecting;
    connecting.on('notification', ({ payload }) => hear(handlers, payload ?? ''));
    connecting.on('error', (error) => lose(connecting, error));
    connecting.on('end', () => lose(connecting));
    await listen(connecting).catch((error) => lose(connecting, error));
  };

  return {
    start: (newHandlers) => {
      handlers = newHandlers;
      first = connect();
    },
    trustedUntil: () => trustedUntil,
    stop: async () => {
      timer.stop();
      await first;
      const open = client;
      client = null;
      trustedUntil = 0;
      if (open) cutConnection(open);
    },
  };
};
