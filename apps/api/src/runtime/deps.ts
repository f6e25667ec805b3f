// The features work with these.
import type { faucetDrivers } from '@ballast/contract/faucet';
import type { Logger } from 'pino';
import type { Db } from '../db/open.ts';
import type { RedisClient } from '../db/redis.ts';
import type { CallsInHand } from '../http/calls-in-hand.ts';
import type { AccessTokens } from '../identity/access-tokens.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { SeenTokens } from '../identity/seen-tokens.ts';
import type { Throttles } from '../identity/throttles.ts';
import type { WeakPasswords } from '../identity/weak-passwords.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyCheck } from '../key-check/check-key.ts';
import type { KeyEncryption } from '../secrets/key-encryption.ts';
import type { Pepper } from '../secrets/pepper.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { ClientAddress } from './network/client-address.ts';
import type { Primary } from './primary.ts';
import type { Tracing } from './tracing.ts';
import type { Turns } from './turns.ts';

// An installation gives test tokens on the embedded ledger, or on a network.
export type FaucetFacts = { kind: (typeof faucetDrivers)[number]; addressNeeded: boolean };

export type Deps = {
  config: Config;
  db: Db;
  // The same database, for what may take long.
  patientDb: Db;
  // The same database, for what others must not hold up (db/open.ts).
  operators: { db: Db; patientDb: Db };
  stopDb: Db;
  redis: RedisClient | null;
  // Of several processes on one port.
  primary: Primary | null;
  jobs: Jobs;
  accessTokens: AccessTokens;
  secrets: Secrets;
  tokenPepper: Pepper;
  keyEncryption: KeyEncryption;
  keyCheck: KeyCheck;
  passwords: Passwords;
  weakPasswords: WeakPasswords;
  throttles: Throttles;
  callsInHand: CallsInHand;
  turns: Turns;
  seenTokens: SeenTokens;
  clientAddress: ClientAddress;
  faucet: FaucetFacts;
  metrics: Metrics;
  tracing: Tracing | null;
  log: Logger;
  now: () => Date;
};
