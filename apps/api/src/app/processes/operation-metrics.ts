// What an alert should tell before people notice: a wrong clock, certificates that end, old backups, mails that do not get out.
// So are a changed operator log, and a database that has almost no connections left.
import { Gauge, type Registry } from 'prom-client';
import type { ClockWatch } from '../../db/clock-skew.ts';
import { askInTime } from '../../db/connections/database-state.ts';
import { readLastTime } from '../../db/last-times.ts';
import { readConnections } from '../../db/queries/server-connections.ts';
import { isMailFailing } from '../../email/mail-health.ts';
import { verifyLog } from '../../features/operator/log/verify-log.ts';
import type { Deps } from '../../http/deps.ts';
import { readCertificates } from '../../runtime/network/certificates.ts';

// Without a value the series is absent.
const watch = (
  registry: Registry,
  { name, help, label }: { name: string; help: string; label?: string },
  read: () => Promise<Record<string, number | null>>,
) =>
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [registry],
    async collect() {
      const found = await read();
      this.reset();
      // A gauge without labels would be 0.
      if (!label) this.remove();
      for (const [which, value] of Object.entries(found))
        if (value !== null) this.set(label ? { [label]: which } : {}, value);
    },
  });

// Reads again when an hour has passed. A scrape does not wait for it.
const hourMs = 3_600_000;
const hourly = <T>(read: () => Promise<T>) => {
  let last: T | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readAt > hourMs) {
      readAt = performance.now();
      void read().then(
        (found) => {
          last = found;
        },
        // The next scrape tries again.
        () => {
          readAt = Number.NEGATIVE_INFINITY;
        },
      );
    }
    return last;
  };
};

const secondsUntil = (at: string | Date) => (new Date(at).getTime() - Date.now()) / 1000;

const watchCertificates = (registry: Registry, { config }: Deps) => {
  const certificates = hourly(() => readCertificates(config));
  watch(
    registry,
    {
      name: 'ballast_certificate_expires_seconds',
      help: 'In how many seconds a certificate ends, by part: portal, database, redis, smtp',
      label: 'part',
    },
    async () =>
      Object.fromEntries(
        (certificates() ?? []).map(({ part, expiresAt }) => [part, secondsUntil(expiresAt)]),
      ),
  );
};

const watchLog = (registry: Registry, deps: Deps) => {
  const report = hourly(() => verifyLog({ ...deps, db: deps.patientDb }));
  watch(
    registry,
    {
      name: 'ballast_operator_log_broken',
      help: '1 if an entry of the operator log was changed, removed or slipped in, as was found in the last hour',
    },
    async () => {
      const found = report();
      return { now: found && Number(found.problems.length > 0) };
    },
  );
};

const watchDatabaseFacts = (registry: Registry, { config, db }: Deps) => {
  watch(
    registry,
    {
      name: 'ballast_backup_age_seconds',
      help: 'How long ago the newest backup was taken, by the command backup; absent without one',
    },
    async () => {
      const at = await askInTime(readLastTime(db, 'backup'));
      return { now: at && -secondsUntil(at) };
    },
  );
  watch(
    registry,
    { name: 'ballast_mail_failing', help: '1 if a mail failed and none has been sent since' },
    async () => {
      const isFailing = await askInTime(isMailFailing(db));
      return { now: isFailing === null ? null : Number(isFailing) };
    },
  );
  watch(
    registry,
    {
      name: 'ballast_database_server_connections',
      help: 'Connections of PostgreSQL by all programs (used), and how many it lets in (most)',
      label: 'state',
    },
    async () => (config.databaseUrl && (await askInTime(readConnections(db)))) || {},
  );
};

export const watchOperations = (deps: Deps, clock: ClockWatch) => {
  if (!deps.config.metricsToken) return;
  const { registry } = deps.metrics;
  watch(
    registry,
    {
      name: 'ballast_clock_skew_seconds',
      help: 'How far the clock of this process is ahead of that of the database',
    },
    async () => ({ now: await clock.read() }),
  );
  watchCertificates(registry, deps);
  watchLog(registry, deps);
  watchDatabaseFacts(registry, deps);
};
