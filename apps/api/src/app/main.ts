// Starts the portal: reads the configuration, chooses the drivers, opens what is needed, listens, and stops cleanly. With PROCESSES
// above one, or with KEY_CHECK_PORT, the process that was started supervises others, which do that.
import type { Logger } from 'pino';
import { databaseProblem } from '../db/start-problems.ts';
import { openDevMailbox } from '../email/drivers/dev-mailbox.ts';
import { openSmtp } from '../email/drivers/smtp.ts';
import { openDrain } from '../http/drain.ts';
import { type Config, isBehindUnknownProxy, readConfig, StartupProblem } from '../runtime/config.ts';
import { closeDataFolder, prepareDataFolder } from '../runtime/data-folder.ts';
import { describeError } from '../runtime/describe-error.ts';
import { logForeignOutput } from '../runtime/foreign-output.ts';
import { openLog } from '../runtime/log.ts';
import { isWorker, openPrimary, type Primary, type Role } from '../runtime/primary.ts';
import { loadSecrets } from '../secrets/secrets.ts';
import { announce } from './announce.ts';
import { buildApp } from './build-app.ts';
import { buildKeyCheckApp } from './build-key-check-app.ts';
import { openDatabase } from './open-database.ts';
import { openDeps } from './open-deps.ts';
import { serveOperators } from './serve-operators.ts';
import { expectFreePort, portProblem, sharedPort } from './shared-port.ts';
import { supervise } from './supervise.ts';

// Once nobody is served any more.
const stopWithinSeconds = 10;
let drainingSeconds = 0;
const closers: (() => unknown)[] = [];
let metricsOf: () => unknown = () => null;

const closeAll = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};

const exitAfter = (seconds: number) => setTimeout(() => process.exit(1), seconds * 1000).unref();

const openProcessLog = (config: Config, primary: Primary | null) => {
  const all = openLog(config.logLevel);
  const log = primary ? all.child({ worker: primary.worker }) : all;
  if (config.production) logForeignOutput(log);
  // Node would print the error as it is, with all that it quotes.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error, the process ends');
    process.exit(1);
  });
  return log;
};

const warnOfProxy = (config: Config, log: Logger) => {
  if (isBehindUnknownProxy(config))
    log.warn(
      'TRUST_PROXY is off: everybody has the address of the proxy in front of PUBLIC_URL, and shares its limits. Set it to the number of proxies, or to their addresses.',
    );
};

const openFolder = async (config: Config, log: Logger) => {
  prepareDataFolder(config.dataDir);
  closeDataFolder(config.dataDir);
  const secrets = loadSecrets(config);

  const database = await openDatabase(config, log);
  closers.push(database.close);
  closeDataFolder(config.dataDir);
  return { secrets, database };
};

const serveKeyChecks = async (config: Config, log: Logger, primary: Primary) => {
  const opened = await openFolder(config, log);
  const drain = openDrain(config.drainSeconds);
  const { isDraining } = drain;
  const { app, metrics, close } = await buildKeyCheckApp({ ...opened, config, log, primary, isDraining });
  metricsOf = () => metrics.registry.getMetricsAsJSON();
  closers.push(close);
  await app.listen({ host: config.host, port: config.keyCheckPort ?? 0, ...sharedPort });
  drainingSeconds = drain.seconds;
  closers.push(() => drain.drain(app.server));
  await primary.ask('ready');
};

const servePortal = async (config: Config, log: Logger, primary: Primary | null) => {
  const opened = await openFolder(config, log);
  const mailer = config.smtp ? openSmtp(config.smtp) : openDevMailbox(config.dataDir);
  closers.push(mailer.close);
  const deps = await openDeps({ ...opened, config, mailer, log, primary, now: () => new Date() });
  metricsOf = () => deps.metrics.registry.getMetricsAsJSON();
  closers.push(() => deps.redis?.disconnect());
  closers.push(() => deps.tracing?.close());
  closers.push(deps.jobs.stop);
  closers.push(deps.keyCheck.stop);
  const drain = openDrain(config.drainSeconds);
  const app = await buildApp(deps, { web: true, isDraining: drain.isDraining });
  closers.push(() => app.close());
  await app.listen({ host: config.host, port: config.port, ...(primary ? sharedPort : {}) });
  closers.push(await serveOperators(deps));
  drainingSeconds = drain.seconds;
  closers.push(() => drain.drain(app.server));
  if (primary) await primary.ask('ready');
  else announce(config, log);
};

// As many processes check keys alone as serve the portal.
const rolesOf = ({ processes, keyCheckPort }: Config): Role[] => [
  ...Array(processes).fill('portal'),
  ...Array(keyCheckPort ? processes : 0).fill('key-check'),
];

const superviseAll = async (config: Config, log: Logger, roles: Role[]) => {
  await expectFreePort(config.host, config.port, 'PORT');
  if (config.keyCheckPort) await expectFreePort(config.host, config.keyCheckPort, 'KEY_CHECK_PORT');
  const { startAll, stop } = supervise(roles, log);
  // The processes end by themselves before this one loses patience with them.
  drainingSeconds = 2 * openDrain(config.drainSeconds).seconds + stopWithinSeconds;
  closers.push(async () => {
    if (!(await stop())) process.exitCode = 1;
  });
  if (await startAll()) return announce(config, log);
  if (stopping) return;
  await closeAll();
  process.exit(1);
};

const start = async () => {
  // What is made from here on, also by the embedded database, is its owner's alone.
  process.umask(0o077);
  const config = readConfig(process.env);
  const primary = isWorker ? openPrimary({ stop, metrics: () => metricsOf() }) : null;
  const log = openProcessLog(config, primary);
  if (!primary) warnOfProxy(config, log);
  if (primary?.role === 'key-check') return serveKeyChecks(config, log, primary);
  const roles = rolesOf(config);
  if (roles.length > 1 && !primary) await superviseAll(config, log, roles);
  else await servePortal(config, log, primary);
};

const problemOf = (error: unknown) => {
  if (error instanceof StartupProblem) return error.message;
  const taken = portProblem(error, 'PORT');
  if (taken) return taken;
  return databaseProblem(error) ?? `Could not start: ${JSON.stringify(describeError(error))}`;
};

let stopping = false;
const stop = async () => {
  // A second signal is impatience.
  if (stopping) process.exit(1);
  stopping = true;
  exitAfter(drainingSeconds + stopWithinSeconds);
  await closeAll();
  process.exit();
};
// Whoever signals may mean all processes at once; those of a primary stop when it says so.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, isWorker ? () => {} : stop);

try {
  await start();
} catch (error) {
  // It is for whoever starts the portal, in production too, where console writes to the log.
  process.stderr.write(`${problemOf(error)}\n`);
  await closeAll().catch(() => {});
  process.exit(1);
}
