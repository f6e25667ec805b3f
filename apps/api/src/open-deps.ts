// Puts together what the features work with: for main.ts, and for the tests.
import type { Logger } from 'pino';
import { openAccessTokens } from './access-tokens.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './db/open.ts';
import type { Deps } from './deps.ts';
import type { Mailer } from './email/email.ts';
import { openFaucet } from './faucet/open-faucet.ts';
import { startJobs } from './job-handlers.ts';
import { openJobs } from './jobs/jobs.ts';
import { queues } from './jobs/queues.ts';
import { openKeyEncryption } from './key-encryption.ts';
import { openMetrics } from './metrics.ts';
import { openPasswords } from './passwords.ts';
import { encryptionKeysOf, type Secrets } from './secrets.ts';
import { openThrottles } from './throttles.ts';

type Parts = {
  config: Config;
  secrets: Secrets;
  database: OpenDatabase;
  mailer: Mailer;
  log: Logger;
  now: () => Date;
};

export const openDeps = async ({ config, secrets, database, mailer, log, now }: Parts): Promise<Deps> => {
  const [accessTokens, passwords, jobs, faucet] = await Promise.all([
    openAccessTokens(secrets.signingKey, `${config.publicUrl}/api/auth/v1`),
    openPasswords(),
    openJobs(database, queues, log),
    openFaucet(config.faucet),
  ]);
  const deps: Deps = {
    config,
    db: database.db,
    jobs,
    accessTokens,
    tokenPepper: secrets.tokenPepper,
    keyEncryption: openKeyEncryption(encryptionKeysOf(config, secrets)),
    passwords,
    throttles: openThrottles(config),
    faucet,
    metrics: openMetrics(),
    log,
    now,
  };
  await startJobs(deps, mailer);
  return deps;
};
