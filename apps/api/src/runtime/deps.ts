// The parts of a running portal that each folder may use. A folder adds its own to those of the folders below it (deps.ts in each), and
// its functions take what they need of them.
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { ClientAddress } from './network/client-address.ts';
import type { Primary } from './primary.ts';
import type { Tracing } from './tracing.ts';
import type { Turns } from './turns.ts';

export type RuntimeDeps = {
  config: Config;
  // Null where one process serves alone.
  primary: Primary | null;
  turns: Turns;
  clientAddress: ClientAddress;
  metrics: Metrics;
  tracing: Tracing | null;
  log: Logger;
  now: () => Date;
};
