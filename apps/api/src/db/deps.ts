import type { PgTable } from 'drizzle-orm/pg-core';
import type { RuntimeDeps } from '../runtime/deps.ts';
import type { Db } from './connections/open.ts';
import type { RedisClient } from './connections/redis.ts';

export type DbDeps = RuntimeDeps & {
  db: Db;
  patientDb: Db;
  operators: { db: Db; patientDb: Db };
  stopDb: Db;
  redis: RedisClient | null;
  tables: readonly PgTable[];
};
