// What the features work with.
import type { faucetDrivers } from '@ballast/contract/faucet';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { FaucetClaimRow } from '../db/faucet-tables.ts';
import type { Db } from '../db/open.ts';
import type { AccessTokens } from '../identity/access-tokens.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { Throttles } from '../identity/throttles.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyCheck } from '../key-check/check-key.ts';
import type { KeyEncryption } from '../secrets/key-encryption.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

// Gives test tokens: on the embedded ledger, or on a network.
export type FaucetDriver = {
  kind: (typeof faucetDrivers)[number];
  addressNeeded: boolean;
  // Takes the claim's next step: settles it, or says when to look again. May be called twice for one step.
  advance: (deps: Deps, claim: FaucetClaimRow) => Promise<void>;
};

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
