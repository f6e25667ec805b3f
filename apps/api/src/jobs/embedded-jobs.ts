// The job queue on the embedded database shares that database's one session with everybody else.
import type { Pool } from 'pg';
import type { Db as JobsDatabase } from 'pg-boss';
import { listenEmbedded } from '../db/embedded/embedded-listen.ts';

export const embeddedJobs = (pool: Pool): JobsDatabase => ({
  executeSql: (text, values) => pool.query(text, values),
  listen: async (channel, onNotification, onReconnect) => {
    const close = await listenEmbedded(pool, channel, onNotification);
    onReconnect();
    return { close: async () => close() };
  },
});
