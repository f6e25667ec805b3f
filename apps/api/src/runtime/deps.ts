// The parts of a running portal that each folder may use. A folder adds its own to those of the folders below it (deps.ts in each), and
// its functions take what they need of them.
import type { Logger } from 'pino';
import type { ClientAddress } from './network/client-address.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import type { Primary } from './processes/primary.ts';
import type { Config } from './settings/config.ts';
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
