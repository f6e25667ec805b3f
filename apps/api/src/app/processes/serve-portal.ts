// A process that serves the portal on PORT: it chooses the drivers, opens what the features need, and listens.
import type { Logger } from 'pino';
import { openDevMailbox } from '../../email/drivers/dev-mailbox.ts';
import { openSmtp } from '../../email/drivers/smtp.ts';
import type { Drain } from '../../http/drain.ts';
import type { Primary } from '../../runtime/processes/primary.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { buildApp } from '../build-app.ts';
import { openDeps } from '../parts/open-deps.ts';
import { openStorage } from '../parts/open-storage.ts';
import { serveOperators } from './serve-operators.ts';
import { sharedPort } from './shared-port.ts';

type Parts = {
  config: Config;
  log: Logger;
  primary: Primary | null;
  drain: Drain;
  // It is closed when the process ends, the last one first.
  onClose: (close: () => unknown) => void;
};

export const servePortal = async ({ config, log, primary, drain, onClose }: Parts) => {
  const storage = await openStorage(config, log);
  onClose(storage.database.close);
  const mailer = config.smtp ? openSmtp(config.smtp) : openDevMailbox(config.dataDir);
  onClose(mailer.close);
  const deps = await openDeps({ ...storage, config, mailer, log, primary, now: () => new Date() });
  onClose(() => deps.redis?.disconnect());
  onClose(() => deps.tracing?.close());
  onClose(deps.jobs.stop);
  onClose(deps.keyCheck.stop);
  const app = await buildApp(deps, { web: true, isDraining: drain.isDraining });
  onClose(() => app.close());
  await app.listen({ host: config.host, port: config.port, ...(primary ? sharedPort : {}) });
  onClose(await serveOperators(deps));
  onClose(() => drain.drain(app.server));
  return deps.metrics;
};
