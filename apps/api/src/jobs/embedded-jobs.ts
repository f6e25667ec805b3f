// The job queue on the embedded database shares that database's one session with everybody else.
import pg, { type Notification, type Pool } from 'pg';
import type { Db as JobsDatabase } from 'pg-boss';

export const embeddedJobs = (pool: Pool): JobsDatabase => ({
  executeSql: (text, values) => pool.query(text, values),
  listen: async (channel, onNotification, onReconnect) => {
    const hear = (heard: Notification) => {
      if (heard.channel === channel) onNotification(heard.payload ?? '');
    };
    const client = await pool.connect();
    client.on('notification', hear);
    await client.query(`listen ${pg.escapeIdentifier(channel)}`).finally(() => client.release());
    onReconnect();
    return { close: async () => void client.off('notification', hear) };
  },
});
