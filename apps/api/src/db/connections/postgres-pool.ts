// No call waits for PostgreSQL without an end. PostgreSQL ends long statements, long waits for a lock and idle transactions. A
// connection that does not answer even then is cut, and while the database hangs nobody gets one.
import pg, { type PoolClient } from 'pg';
import type { DatabaseLimits } from '../../runtime/settings/database-limits.ts';
import { isReadOnly } from '../error-codes.ts';
import type { Lifeline } from '../lifeline/lifeline.ts';
import { cutConnection, type Servers } from './servers.ts';

const connectWithinMs = 5000;
// PostgreSQL's own word that it ended a statement is on its way for so long at most.
const answerWithinMs = 1000;

// node-postgres gives this to a statement that was not answered in time.
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

type Query = (...given: unknown[]) => unknown;

// The rest of a transaction would wait behind a statement that is not answered, and a later one could commit it. A server that
// may no longer be written to has a successor, which a new connection finds.
const cutWhenUseless = (client: PoolClient) => {
  const query: Query = client.query.bind(client);
  const cut = (error: unknown) => {
    if (isUnanswered(error) || isReadOnly(error)) cutConnection(client);
    throw error;
  };
  const bounded: Query = (...given) => {
    const running = query(...given);
    return running instanceof Promise ? running.catch(cut) : running;
  };
  Object.assign(client, { query: bounded });
};

const silentError = () =>
  Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT', syscall: 'connect' });

type Connected = (error: Error | undefined, client?: PoolClient, release?: (error?: Error) => void) => void;

// Also those who already wait for a connection are told at once.
const refuseWhileSilent = (pool: pg.Pool, lifeline: Lifeline) => {
  const connect = pool.connect.bind(pool) as unknown as (callback: Connected) => void;
  const bounded = (callback: Connected) => {
    if (lifeline.isSilent()) return process.nextTick(callback, silentError());
    let isTold = false;
    const forget = lifeline.whenSilent(() => {
      isTold = true;
      forget();
      callback(silentError());
    });
    connect((error, client, release) => {
      forget();
      if (isTold) return release?.();
      callback(error, client, release);
    });
  };
  const promised = () =>
    new Promise((resolve, reject) => bounded((error, client) => (error ? reject(error) : resolve(client))));
  Object.assign(pool, { connect: (callback?: Connected) => (callback ? bounded(callback) : promised()) });
};

// Which connections are open, which are in use, and to which server they lead.
const watchClients = (pool: pg.Pool, servers: Servers) => {
  const serverOf = new WeakMap<pg.ClientBase, string>();
  const open = new Set<PoolClient>();
  const inUse = new Set<PoolClient>();
  const cutElsewhere = () => {
    for (const client of open) if (serverOf.get(client) !== servers.current()) cutConnection(client);
  };
  pool.on('connect', (client) => {
    open.add(client);
    cutElsewhere();
  });
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_, client) => inUse.delete(client));
  pool.on('remove', (client) => {
    open.delete(client);
    inUse.delete(client);
  });
  return {
    leadsTo: (client: pg.ClientBase, server: string) => serverOf.set(client, server),
    cutElsewhere,
    cutInUse: () => {
      for (const client of inUse) cutConnection(client);
    },
  };
};

// As statements, because a pooler such as PgBouncer refuses or drops them in the message that opens a session.
const limitsOf = ({ statementMs, lockMs, idleTransactionMs }: DatabaseLimits) =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs};
   set idle_in_transaction_session_timeout = ${idleTransactionMs}`;

type StreamOf = { connection: { stream: { on: (event: 'data', heard: () => void) => void } } };

const connectTo = (servers: Servers, leadsTo: (client: pg.ClientBase, server: string) => unknown) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const connectionString = servers.current();
      super({ ...config, connectionString });
      leadsTo(this, connectionString);
    }
  };

export const openPostgresPool = (
  servers: Servers,
  limits: DatabaseLimits,
  lifeline: Lifeline,
  onError: (error: Error) => void,
) => {
  const { poolSize, statementMs } = limits;
  const pool = new pg.Pool({
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    ...(statementMs && { query_timeout: statementMs + answerWithinMs }),
    onConnect: (client: pg.ClientBase) => client.query(limitsOf(limits)),
  } as pg.PoolConfig);
  const { leadsTo, cutElsewhere, cutInUse } = watchClients(pool, servers);
  Object.assign(pool, { Client: connectTo(servers, leadsTo) });
  // Without a listener a connection that dies while idle ends the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // So does one that dies in somebody's hands, who is told by the statement that fails.
    client.on('error', () => {});
    (client as PoolClient & StreamOf).connection.stream.on('data', lifeline.heard);
    cutWhenUseless(client);
  });
  refuseWhileSilent(pool, lifeline);
  // Work without a limit of its own goes on when the database does.
  if (statementMs) lifeline.whenSilent(cutInUse);
  return { pool, cutElsewhere };
};
