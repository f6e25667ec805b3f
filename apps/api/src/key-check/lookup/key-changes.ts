// Listens for changes of keys, which triggers announce (NOTIFY). The cache is trusted only while the listening connection answers its
// heartbeat: an answer comes after all earlier announcements.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { listenEmbedded } from '../../db/embedded/embedded-listen.ts';
import type { Lifeline } from '../../db/lifeline/lifeline.ts';
import { second } from '../limits/memory-limiter.ts';

const channel = 'key_changed';

// The triggers announce the key's id, or this.
const allKeys = '*';

// `missed` is called when announcements may have been lost.
type ChangeHandlers = { changed: (keyId: string) => void; missed: () => void };

type KeyListener = {
  start: (handlers: ChangeHandlers) => void;
  // Until when the cache may be trusted, in microseconds.
  trustedUntil: () => number;
  // When the last heartbeat was sent that the database answered.
  answeredAt: () => number;
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
    // It is in this process, and never away.
    answeredAt: () => Number.NEGATIVE_INFINITY,
    stop: async () => {
      trustedUntil = 0;
      const close = await listening?.catch(() => null);
      close?.();
    },
  };
};

const heartbeatHolds = 2 * second;

export const openKeyListener = (lifeline: Lifeline): KeyListener => {
  let trustedUntil = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let close = () => {};
  return {
    start: (handlers) => {
      close = lifeline.listen(channel, {
        heard: (payload) => hear(handlers, payload),
        missed: handlers.missed,
        confirmed: (sentAtMs) => {
          answeredAt = sentAtMs * 1000;
          trustedUntil = answeredAt + heartbeatHolds;
        },
        lost: () => {
          trustedUntil = 0;
        },
      });
    },
    trustedUntil: () => trustedUntil,
    answeredAt: () => answeredAt,
    stop: async () => {
      close();
      trustedUntil = 0;
    },
  };
};
