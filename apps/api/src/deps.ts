// What the features work with.
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { AccessTokens } from './access-tokens.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { FaucetDriver } from './faucet/faucet.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { KeyCheck } from './key-check/check-key.ts';
import type { KeyEncryption } from './key-encryption.ts';
import type { Metrics } from './metrics.ts';
import type { Passwords } from './passwords.ts';
import type { Throttles } from './throttles.ts';

export type Deps = {
  config: Config;
  db: Db;
  redis: Redis | null;
  jobs: Jobs;
  accessTokens: AccessTokens;
  tokenPepper: string;
  keyEncryption: KeyEncryption;
  keyCheck: KeyCheck;
  passwords: Passwords;
  throttles: Throttles;
  faucet: FaucetDriver;
  metrics: Metrics;
  log: Logger;
  now: () => Date;
};
