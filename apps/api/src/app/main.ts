// Starts a process: reads the configuration, serves by its role, and stops cleanly. With PROCESSES above one, or with KEY_CHECK_PORT,
// the process that was started supervises others, which serve. Each loads no more than its role needs.
import type { Logger } from 'pino';
import { openDrain } from '../http/drain.ts';
import { StartupProblem } from '../runtime/failure.ts';
import { describeError } from '../runtime/observability/describe-error.ts';
import { logForeignOutput } from '../runtime/observability/foreign-output.ts';
import { openLog } from '../runtime/observability/log.ts';
import { isWorker, openPrimary, type Primary, type Role } from '../runtime/processes/primary.ts';
import { openServiceManager } from '../runtime/processes/service-manager.ts';
import { type Config, isBehindUnknownProxy, readConfig } from '../runtime/settings/config.ts';
import { featureSettings } from './feature-settings.ts';
import { announce } from './processes/announce.ts';
import { expectFreePort, hostProblem, portProblem } from './processes/shared-port.ts';

// Once nobody is served any more.
const stopWithinSeconds = 10;
// How much longer a primary waits than the others take.
const patienceSeconds = 2;
let drainingSeconds = 0;
const closers: (() => unknown)[] = [];
let portVariable = 'PORT';
let ownHost = '';
let metricsOf: () => unknown = () => null;

const closeAll = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};

// A process that hangs would outlive its primary and keep its port.
let killOthers = () => {};
const exitNow = () => {
  killOthers();
  process.exit(1);
};
const exitAfter = (seconds: number) => setTimeout(exitNow, seconds * 1000).unref();

const openProcessLog = (config: Config, primary: Primary | null) => {
  const all = openLog(config.logLevel);
  const log = primary ? all.child({ worker: primary.worker, role: primary.role }) : all;
  if (config.production) logForeignOutput(log);
  // Node would print the error as it is, with all that it quotes.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error, the process ends');
    exitNow();
  });
  return log;
};

const warnOfSettings = (config: Config, log: Logger) => {
  for (const warning of config.warnings) log.warn(warning);
  if (isBehindUnknownProxy(config))
    log.warn(
      'TRUST_PROXY is off: everybody has the address of the proxy in front of PUBLIC_URL, and shares its limits. Set it to the number of proxies, or to their addresses.',
    );
};

const serve = async (config: Config, log: Logger, primary: Primary | null, tellReady: () => unknown) => {
  const drain = openDrain(config.drainSeconds);
  const onClose = (close: () => unknown) => void closers.push(close);
  const parts = { config, log, drain, onClose };
  const metrics =
    primary?.role === 'key-check'
      ? await (await import('./processes/serve-key-checks.ts')).serveKeyChecks({ ...parts, primary })
      : await (await import('./processes/serve-portal.ts')).servePortal({ ...parts, primary });
  metricsOf = () => metrics.registry.getMetricsAsJSON();
  drainingSeconds = drain.seconds;
  await tellReady();
};

// As many processes check keys alone as serve the portal. They come first: where the portal is ready, so are they.
const rolesOf = ({ processes, keyCheckPort }: Config): Role[] => [
  ...Array(keyCheckPort ? processes : 0).fill('key-check'),
  ...Array(processes).fill('portal'),
];

const superviseAll = async (config: Config, log: Logger, roles: Role[], tellReady: () => unknown) => {
  await expectFreePort(config.host, config.port, 'PORT');
  if (config.keyCheckPort) await expectFreePort(config.host, config.keyCheckPort, 'KEY_CHECK_PORT');
  const { supervise } = await import('./processes/supervise.ts');
  const { startAll, stop, kill } = supervise(roles, log, config.workerTimeoutMs);
  killOthers = kill;
  // The processes end by themselves before this one loses patience with them.
  drainingSeconds = openDrain(config.drainSeconds).seconds + patienceSeconds;
  closers.push(async () => {
    if (!(await stop())) process.exitCode = 1;
  });
  if (await startAll()) return tellReady();
  if (stopping) return;
  exitAfter(stopWithinSeconds);
  await closeAll();
  process.exit(1);
};

const start = async () => {
  // What is made from here on, also by the embedded database, is its owner's alone.
  process.umask(0o077);
  const config = readConfig(process.env, featureSettings);
  ownHost = config.host;
  const primary = isWorker
    ? openPrimary({ stop, metrics: () => metricsOf() }, config.primaryTimeoutMs)
    : null;
  if (primary?.role === 'key-check') portVariable = 'KEY_CHECK_PORT';
  const log = openProcessLog(config, primary);
  if (primary) return serve(config, log, primary, () => primary.ask('ready'));
  warnOfSettings(config, log);
  const serviceManager = openServiceManager(process.env, log);
  const tellReady = () => {
    announce(config, log);
    serviceManager.tellReady();
  };
  const roles = rolesOf(config);
  if (roles.length > 1) await superviseAll(config, log, roles, tellReady);
  else await serve(config, log, null, tellReady);
};

const problemOf = async (error: unknown) => {
  if (error instanceof StartupProblem) return error.message;
  const listening = portProblem(error, portVariable) ?? hostProblem(error, ownHost);
  if (listening) return listening;
  const { databaseProblem } = await import('../db/connections/start-problems.ts');
  return databaseProblem(error) ?? `Could not start: ${JSON.stringify(describeError(error))}`;
};

let stopping = false;
const stop = async () => {
  // A second signal is impatience.
  if (stopping) exitNow();
  stopping = true;
  exitAfter(drainingSeconds + stopWithinSeconds);
  await closeAll();
  process.exit();
};
// A signal may reach all processes at once. Workers stop when their primary says so.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, isWorker ? () => {} : stop);

try {
  await start();
} catch (error) {
  // The person who starts the portal reads this, in production too, where console writes to the log.
  process.stderr.write(`${await problemOf(error)}\n`);
  await closeAll().catch(() => {});
  process.exit(1);
}
