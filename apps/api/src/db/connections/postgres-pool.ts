// No call waits for PostgreSQL without an end. PostgreSQL ends long statements, long waits for a lock and idle transactions. A
// connection that does not answer even then is cut.
import pg, { type PoolClient } from 'pg';
import type { DatabaseLimits } from '../../runtime/settings/database-limits.ts';
import { isReadOnly } from '../error-codes.ts';

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

// Not end(): a connection that does not answer would not end, either.
export const cutConnection = (client: pg.ClientBase) =>
  (client as pg.ClientBase & { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();

export const openPostgresPool = (
  connectionString: string,
  { poolSize, statementMs, lockMs, idleTransactionMs }: DatabaseLimits,
  onError: (error: Error) => void,
) => {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    ...(statementMs && { statement_timeout: statementMs, query_timeout: statementMs + answerWithinMs }),
  });
  // Without a listener a connection that dies while idle ends the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // So does one that dies in somebody's hands, who is told by the statement that fails.
    client.on('error', () => {});
    cutWhenUseless(client);
  });
  return pool;
};
