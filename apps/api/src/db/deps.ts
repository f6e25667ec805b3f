import type { PgTable } from 'drizzle-orm/pg-core';
import type { RuntimeDeps } from '../runtime/deps.ts';
import type { Db } from './connections/open.ts';
import type { RedisClient } from './connections/redis.ts';

export type DbDeps = RuntimeDeps & {
  db: Db;
  // The same database with a long time limit.
  patientDb: Db;
  // Connections of their own, which other calls cannot use up (db/connections/open.ts).
  operators: { db: Db; patientDb: Db };
  stopDb: Db;
  redis: RedisClient | null;
  // All of them, with what each says of itself (db/owned.ts).
  tables: readonly PgTable[];
};
