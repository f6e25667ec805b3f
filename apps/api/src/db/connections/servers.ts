// The servers that DATABASE_URL names. Every connection of the process goes to the one that was found last.
import pg from 'pg';
import { inTime } from '../../runtime/in-time.ts';
import { databaseServers, type SessionAttributes } from '../../runtime/settings/database-servers.ts';
import { isReadOnly } from '../error-codes.ts';
import { chooseNewest, type FoundServer, placeOf, readTimeline } from './several-servers.ts';
import { mayCome } from './start-problems.ts';

// Whether a session is what target_session_attrs wants.
const questions: Record<SessionAttributes, string> = {
  any: 'select true as fits',
  primary: 'select not pg_is_in_recovery() as fits',
  'read-write': `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as fits`,
};

// PostgreSQL has this code for a server that takes no writes.
const notFitting = () => Object.assign(new Error('the server takes no writes'), { code: '25006' });

// Of several, the failure that time does not mend says most, then that of a server which answered.
const mostTelling = (errors: unknown[]) =>
  errors.find((error) => !mayCome(error)) ?? errors.find(isReadOnly) ?? errors[0];

// An address whose connections have a name, which tells them from those of a portal.
export const named = (url: string, name: string) =>
  `${url}${url.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(name)}`;

// Not end(): a connection that does not answer would not end, either.
export const cutConnection = (client: pg.ClientBase) =>
  (client as pg.ClientBase & { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();

export type Servers = ReturnType<typeof openServers>;

// A primary that comes back after another one took its place takes writes as well. Its places are told then.
export const openServers = (url: string, onRivals: (places: string[]) => void = () => {}) => {
  const { urls, target } = databaseServers(url);
  let current = urls[0] ?? url;
  let hadRivals = false;

  const ask = async (client: pg.ClientBase, withinMs: number) => {
    const { rows } = await inTime(client.query<{ fits: boolean }>(questions[target]), withinMs);
    if (!rows[0]?.fits) throw notFitting();
  };

  const connectTo = async (connectionString: string, withinMs: number, options: pg.ClientConfig) => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: withinMs,
      keepAlive: true,
      ...options,
    });
    // The statement that fails reports the error.
    client.on('error', () => {});
    try {
      await client.connect();
      if (target !== 'any') await ask(client, withinMs);
      return client;
    } catch (error) {
      cutConnection(client);
      throw error;
    }
  };

  // In the order of the address.
  const findFirst = async (withinMs: number, options: pg.ClientConfig) => {
    const errors: unknown[] = [];
    for (const each of urls) {
      try {
        return { url: each, client: await connectTo(each, withinMs, options) };
      } catch (error) {
        errors.push(error);
      }
    }
    throw mostTelling(errors);
  };

  const tellRivals = (found: FoundServer[]) => {
    if (found.length > 1 && !hadRivals) onRivals(found.map(placeOf));
    hadRivals = found.length > 1;
  };

  // All are asked at once.
  const findNewest = async (withinMs: number, options: pg.ClientConfig) => {
    const attempts = urls.map(async (each) => {
      const client = await connectTo(each, withinMs, options);
      return { url: each, client, timeline: await readTimeline(client, withinMs) };
    });
    const { newest, all } = await chooseNewest(attempts).catch(({ errors }: AggregateError) => {
      throw mostTelling(errors);
    });
    tellRivals(all);
    const cutOther = ({ client }: FoundServer) => client !== newest.client && cutConnection(client);
    for (const attempt of attempts) attempt.then(cutOther, () => {});
    return newest;
  };

  const find = urls.length > 1 && target !== 'any' ? findNewest : findFirst;
  return {
    // The address for the next connection.
    current: () => current,
    // Throws where the server no longer is what was wanted.
    ask,
    // A server that takes a connection and fits.
    connect: async (withinMs: number, options: pg.ClientConfig = {}) => {
      const { url: found, client } = await find(withinMs, options);
      current = found;
      return client;
    },
  };
};
