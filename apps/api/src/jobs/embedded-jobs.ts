// The job queue on the embedded database, whose one session it shares with everybody else.
import pg, { type Notification, type Pool, type PoolClient } from 'pg';
import type { Db as JobsDatabase } from 'pg-boss';

const withSession = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>) => {
  const client = await pool.connect();
  try {
    return await work(client);
  } catch (error) {
    // Several statements sent as one may have failed within their transaction.
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

export const embeddedJobs = (pool: Pool): JobsDatabase => ({
  executeSql: (text, values) => withSession(pool, (client) => client.query(text, values)),
  listen: (channel, onNotification, onReconnect) =>
    withSession(pool, async (client) => {
      const hear = (heard: Notification) => {
        if (heard.channel === channel) onNotification(heard.payload ?? '');
      };
      client.on('notification', hear);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      onReconnect();
      return { close: async () => void client.off('notification', hear) };
    }),
});
