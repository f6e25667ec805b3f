// This starts the built portal that all tests share, with a data folder of its own and its log in a file.
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ballast/harness/free-port';
import { startPortal } from '@ballast/harness/portal';

const results = join(import.meta.dirname, '../../test-results');

// All tests come from one address, and many share an account.
const limits = [
  'sign_ins_per_address',
  'sign_ups_per_address',
  'mails_per_address',
  'tokens_per_address',
  'second_factors_per_address',
  'password_checks_per_address',
  'cli_logins_per_address',
  'faucet_claims_per_address',
  'key_leaks_per_address',
  'calls_per_account',
  'writes_per_account',
];

// The workers start later and inherit what is set here.
export default async function startSharedPortal() {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-e2e-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const portal = await startPortal({
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    // A test may say which address a call comes from.
    TRUST_PROXY: 'on',
    LIMITS: limits.map((name) => `${name}=100000`).join(),
  });

  await mkdir(results, { recursive: true });
  const log = createWriteStream(join(results, 'portal.log'));
  for (const stream of [portal.child.stdout, portal.child.stderr])
    stream.on('data', (text) => log.write(text));
  Object.assign(process.env, { PORTAL_URL: url, PORTAL_DATA_DIR: dataDir, PORTAL_LOG: log.path });

  return async () => {
    await portal.stop();
    log.end();
    await rm(dataDir, { recursive: true, force: true });
  };
}
