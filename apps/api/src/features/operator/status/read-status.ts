// The state of this process and of what it depends on. Each part is read on its own, so that one failure hides no other.
import type { OperatorStatus } from '@ballast/contract/operator/status';
import { sql } from 'drizzle-orm';
import packageJson from '../../../../package.json' with { type: 'json' };
import { readClockSkew } from '../../../db/clock-skew.ts';
import { askInTime, databaseState } from '../../../db/connections/database-state.ts';
import type { Db } from '../../../db/connections/open.ts';
import { readLastTime } from '../../../db/last-times.ts';
import { lifelineName } from '../../../db/lifeline/lifeline.ts';
import { missingMigrations } from '../../../db/migrate-postgres.ts';
import { readConnections } from '../../../db/queries/server-connections.ts';
import { isMailFailing } from '../../../email/mail-health.ts';
import type { Deps } from '../../../http/deps.ts';
import { readQueues } from '../../../jobs/queue-metrics.ts';
import { readCertificates } from '../../../runtime/network/certificates.ts';

const readVersion = async (db: Db) => {
  const { rows } = await db.execute<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  return rows[0]?.version ?? null;
};

// Each process has one connection that listens.
const readProcesses = async (db: Db) => {
  const { rows } = await db.execute<{ address: string | null; connectedAt: Date }>(sql`
    select client_addr::text as address, backend_start as "connectedAt" from pg_stat_activity
    where datname = current_database() and application_name = ${lifelineName} order by backend_start`);
  return rows.map(({ address, connectedAt }) => ({
    address,
    connectedAt: new Date(connectedAt).toISOString(),
  }));
};

const readMissing = (db: Db) => missingMigrations(async (text) => (await db.execute(sql.raw(text))).rows);

const redisState = async ({ redis }: Deps) => {
  if (!redis) return 'not used';
  return (await askInTime(redis.ping())) ? 'ready' : 'unreachable';
};

// Without a primary this process is the only one of its port.
const readWorkers = ({ primary }: Deps) => {
  const own = { up: 1, wanted: 1 };
  return primary ? askInTime(primary.ask<typeof own>('fleet')) : own;
};

const startedAt = () => new Date(Date.now() - process.uptime() * 1000).toISOString();

export const readStatus = async (deps: Deps): Promise<OperatorStatus> => {
  const { config, db } = deps;
  const isEmbedded = !config.databaseUrl;
  const [state, version, missing, processes, queues, redis] = await Promise.all([
    databaseState(db),
    askInTime(readVersion(db)),
    askInTime(readMissing(db)),
    askInTime(readProcesses(db)),
    askInTime(readQueues(db)),
    redisState(deps),
  ]);
  const [workers, connections, clockSkewSeconds, mailFailing, lastBackup, certificates] = await Promise.all([
    readWorkers(deps),
    isEmbedded ? null : askInTime(readConnections(db)),
    readClockSkew(config, db),
    askInTime(isMailFailing(db)),
    askInTime(readLastTime(db, 'backup')),
    askInTime(readCertificates(config)),
  ]);
  const own = { pid: process.pid, startedAt: startedAt() };
  return {
    version: packageJson.version,
    node: process.version,
    process: own,
    processes: isEmbedded ? [{ address: null, connectedAt: own.startedAt }] : processes,
    workers,
    database: {
      ...{ kind: isEmbedded ? 'embedded' : 'postgresql', state, version, missingMigrations: missing },
      ...{ connections, clockSkewSeconds },
    },
    redis,
    queues,
    mailFailing,
    certificates: certificates ?? [],
    lastBackupAt: lastBackup?.toISOString() ?? null,
    mail: config.smtp ? 'smtp' : 'dev mailbox',
  };
};
