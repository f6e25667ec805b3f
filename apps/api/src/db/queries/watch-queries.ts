// Calls an observer when a statement of the pool begins and ends, without its parameters.
import type { ClientBase, Pool } from 'pg';

export type QueryObserver = (text: string) => (error?: unknown) => void;

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');

const watchClient = (client: ClientBase, begin: QueryObserver) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const end = begin(textOf(args[0]));
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const ended = (error: unknown, result: unknown) => {
        end(error);
        callback(error, result);
      };
      return query(...args.slice(0, -1), ended);
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(() => end(), end);
    return answer;
  };
  Object.assign(client, { query: watched });
};

export const watchQueries = (pool: Pool, begin: QueryObserver) => {
  const known = new WeakSet<ClientBase>();
  // A connection may be older than this.
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    watchClient(client, begin);
  });
};
