// Starts one process: reads the configuration, chooses the drivers, opens what is needed, listens, and stops cleanly.
import { databaseProblem } from '../db/start-problems.ts';
import { openDevMailbox } from '../email/drivers/dev-mailbox.ts';
import { openSmtp } from '../email/drivers/smtp.ts';
import { openDrain } from '../http/drain.ts';
import { isBehindUnknownProxy, readConfig, StartupProblem } from '../runtime/config.ts';
import { closeDataFolder, prepareDataFolder } from '../runtime/data-folder.ts';
import { describeError } from '../runtime/describe-error.ts';
import { logForeignOutput } from '../runtime/foreign-output.ts';
import { openLog } from '../runtime/log.ts';
import { loadSecrets } from '../secrets/secrets.ts';
import { announce } from './announce.ts';
import { buildApp } from './build-app.ts';
import { openDatabase } from './open-database.ts';
import { openDeps } from './open-deps.ts';
import { serveOperators } from './serve-operators.ts';

// Once nobody is served any more.
const stopWithinSeconds = 10;
let drainingSeconds = 0;
const closers: (() => unknown)[] = [];

const closeAll = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};

const start = async () => {
  // What is made from here on, also by the embedded database, is its owner's alone.
  process.umask(0o077);
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  if (config.production) logForeignOutput(log);
  // Node would print the error as it is, with all that it quotes.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error, the process ends');
    process.exit(1);
  });
  if (isBehindUnknownProxy(config))
    log.warn(
      'TRUST_PROXY is off: everybody has the address of the proxy in front of PUBLIC_URL, and shares its limits. Set it to on, or to the addresses of the proxies.',
    );
  prepareDataFolder(config.dataDir);
  closeDataFolder(config.dataDir);
  const secrets = loadSecrets(config);

  const database = await openDatabase(config, log);
  closers.push(database.close);
  closeDataFolder(config.dataDir);
  const mailer = config.smtp ? openSmtp(config.smtp) : openDevMailbox(config.dataDir);
  closers.push(mailer.close);
  const deps = await openDeps({ config, secrets, database, mailer, log, now: () => new Date() });
  closers.push(() => deps.redis?.disconnect());
  closers.push(() => deps.tracing?.close());
  closers.push(deps.jobs.stop);
  closers.push(deps.keyCheck.stop);
  const drain = openDrain(config.drainSeconds);
  const app = await buildApp(deps, { web: true, isDraining: drain.isDraining });
  closers.push(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  closers.push(await serveOperators(deps));
  drainingSeconds = drain.seconds;
  closers.push(() => drain.drain(app.server));
  announce(config, log);
};

const problemOf = (error: unknown) => {
  if (error instanceof StartupProblem) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: set PORT to a free one`;
  if (code === 'EACCES' && port) return `Port ${port} is not allowed: set PORT to another one`;
  return databaseProblem(error) ?? `Could not start: ${JSON.stringify(describeError(error))}`;
};

let stopping = false;
const stop = async () => {
  // A second signal is impatience.
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), (drainingSeconds + stopWithinSeconds) * 1000).unref();
  await closeAll();
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

try {
  await start();
} catch (error) {
  // It is for whoever starts the portal, in production too, where console writes to the log.
  process.stderr.write(`${problemOf(error)}\n`);
  await closeAll().catch(() => {});
  process.exit(1);
}
