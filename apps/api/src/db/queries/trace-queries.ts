// A span for each statement of a request or a job, with its text but without parameters and literals.
import { AsyncResource } from 'node:async_hooks';
import type { Pool } from 'pg';
import type { Tracing } from '../../runtime/observability/tracing.ts';
import { watchQueries } from './watch-queries.ts';

const longestText = 2000;
const withoutLiterals = (text: string) => text.slice(0, longestText).replace(/'[^']*'?/g, '?');

type Connected = (...found: unknown[]) => void;

// A released connection calls the next waiter in the context of the request that released it.
const keepContext = (pool: Pool) => {
  const connect = pool.connect.bind(pool) as (callback?: Connected) => unknown;
  Object.assign(pool, {
    connect: (callback?: Connected) => (callback ? connect(AsyncResource.bind(callback)) : connect()),
  });
};

export const traceQueries = (pool: Pool, tracing: Tracing) => {
  keepContext(pool);
  watchQueries(pool, (text) => {
    if (!tracing.current()) return () => {};
    const [operation = 'query'] = /\w+/.exec(text) ?? [];
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) };
    const span = tracing.begin(operation.toLowerCase(), { kind: 'client', attributes });
    return (error) => span.end(Boolean(error));
  });
};
