// Hears what is announced (NOTIFY) on the embedded database's one session.
import pg, { type Notification, type Pool } from 'pg';

export const listenEmbedded = async (pool: Pool, channel: string, hear: (payload: string) => void) => {
  const hearOwn = (heard: Notification) => {
    if (heard.channel === channel) hear(heard.payload ?? '');
  };
  const client = await pool.connect();
  client.on('notification', hearOwn);
  await client.query(`listen ${pg.escapeIdentifier(channel)}`).finally(() => client.release());
  return () => void client.off('notification', hearOwn);
};
