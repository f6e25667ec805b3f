// A portal as a process of its own, on PostgreSQL, by a clock that the test moves. It tells its address to the process that started it, and
// stops with that process.
import { buildApp } from '../src/app/build-app.ts';
import { featureSettings } from '../src/app/feature-settings.ts';
import { openDeps } from '../src/app/parts/open-deps.ts';
import { openPostgres } from '../src/db/connections/open.ts';
import { openDevMailbox } from '../src/email/drivers/dev-mailbox.ts';
import { openLog } from '../src/runtime/observability/log.ts';
import { readConfig } from '../src/runtime/settings/config.ts';
import { patientLimits, usualLimits } from '../src/runtime/settings/database-limits.ts';
import { loadSecrets } from '../src/secrets/secrets.ts';
import { readClockFile } from './movable-clock.ts';

const { CLOCK_FILE = '', ...env } = process.env;
const config = readConfig(env, featureSettings);
const now = () => readClockFile(CLOCK_FILE);
const mailer = openDevMailbox(config.dataDir);
const database = await openPostgres(config.databaseUrl ?? '', () => {}, patientLimits(usualLimits));
const deps = await openDeps({
  config,
  secrets: loadSecrets(config),
  database,
  mailer,
  log: openLog(config.logLevel),
  now,
  limiterClock: () => now().getTime() * 1000,
});
const app = await buildApp(deps, { web: false });
process.once('disconnect', async () => {
  await app.close();
  await deps.keyCheck.stop();
  await deps.jobs.stop();
  mailer.close();
  await database.close();
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
