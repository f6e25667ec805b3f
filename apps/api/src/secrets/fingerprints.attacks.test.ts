// A portal that is started with secrets that do not fit its database.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '@ballast/contract/keys/api-keys';
import { freePort } from '@ballast/harness/free-port';
import { runPortal, startPortal } from '@ballast/harness/portal';
import { newSigningKey } from '@ballast/harness/portals';
import { describe, expect, test } from 'vitest';
import { databaseVariables, inWholeScope, onPostgres } from '../../testing/databases/database.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { checkSecrets } from '../app/parts/check-secrets.ts';
import { readConfig } from '../runtime/settings/config.ts';
import { loadSecrets, openSecrets } from './secrets.ts';

const random = () => randomBytes(32).toString('base64');
const secrets = {
  SIGNING_KEY: `s1:${newSigningKey()}`,
  TOKEN_PEPPER: `p1:${random()}`,
  KEY_ENCRYPTION_KEYS: `e1:${random()}`,
};
type Given = Partial<typeof secrets> & { LOST_SECRETS?: string };

describe('a database with an API key', () => {
  const app = useTestApp({ env: secrets });

  // What a process does with its secrets before it serves anybody.
  const start = async (changed: Given) => {
    const config = readConfig({ DATA_DIR: app().dataDir, ...secrets, ...changed });
    const opened = openSecrets(config, loadSecrets(config));
    await checkSecrets(app().database.db, {
      config,
      secrets: opened,
      now: app().now,
    });
  };
  const refusalOf = async (changed: Given) => {
    const line = await start(changed).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    for (const value of Object.values(changed).flatMap((text) => text.split(/[,:]/)))
      if (value.length > 20) expect(line).not.toContain(value);
    return line;
  };
  const newKey = async (name: string) => {
    const { call } = await app().verifiedUser();
    await call(createKey, { body: { name, environment: 'SANDBOX' } });
  };

  test('row 23: a portal that is started with a wrong pepper is refused in one line that names it', async () => {
    await newKey('one');
    expect(await refusalOf({ TOKEN_PEPPER: `p1:${random()}` })).toBe(
      'TOKEN_PEPPER: the value of p1 is not the one that this database was used with',
    );
    const lacks =
      'TOKEN_PEPPER lacks p1, which this database still needs: put it behind the first, or name it in LOST_SECRETS if it is gone';
    expect(await refusalOf({ TOKEN_PEPPER: `p2:${random()}` })).toBe(lacks);
    expect(await refusalOf({ TOKEN_PEPPER: random() })).toBe(lacks);
  });

  test('row 23: a portal that lacks the encryption key of stored API keys is refused in one line', async () => {
    await newKey('one');
    expect(await refusalOf({ KEY_ENCRYPTION_KEYS: `e2:${random()}` })).toMatch(
      /^KEY_ENCRYPTION_KEYS lacks e1, which /,
    );
    // The id in a row finds its key, so the right value under another id is worth nothing.
    expect(await refusalOf({ KEY_ENCRYPTION_KEYS: secrets.KEY_ENCRYPTION_KEYS.replace('e1', 'e2') })).toMatch(
      /^KEY_ENCRYPTION_KEYS lacks e1, which /,
    );
    expect(await refusalOf({ KEY_ENCRYPTION_KEYS: `e1:${random()}` })).toBe(
      'KEY_ENCRYPTION_KEYS: the value of e1 is not the one that this database was used with',
    );
  });

  test('row 23: a signing key that was swapped under the same id is refused in one line', async () => {
    expect(await refusalOf({ SIGNING_KEY: `s1:${newSigningKey()}` })).toBe(
      'SIGNING_KEY: the value of s1 is not the one that this database was used with',
    );
    expect(await refusalOf({ SIGNING_KEY: newSigningKey() })).toMatch(/^SIGNING_KEY lacks s1, which /);
  });

  test('new values before and behind the old ones are taken, and old ones by another name', async () => {
    await start({ TOKEN_PEPPER: `${secrets.TOKEN_PEPPER},p5:${random()}` });
    await start({ SIGNING_KEY: `s5:${newSigningKey()},${secrets.SIGNING_KEY}` });
    app().skipSeconds(4 * 3600);
    await start({ TOKEN_PEPPER: secrets.TOKEN_PEPPER.replace('p1:', 'renamed:') });
    // Nobody holds a token any more that the other signing key signed.
    await start({});
  });

  test('what is named in LOST_SECRETS is given up', async () => {
    await start({ TOKEN_PEPPER: `p3:${random()}`, LOST_SECRETS: 'p1, renamed' });
  });
});

test.runIf(inWholeScope())(
  'row 23: the process that is refused prints one line and ends with code 1',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ballast-fingerprints-'));
    const variables = { DATA_DIR: join(folder, 'data'), ...secrets, ...(await databaseVariables()) };
    const portal = await startPortal(variables);
    await portal.stop();
    const TOKEN_PEPPER = random();
    const { output, exit } = runPortal({ ...variables, TOKEN_PEPPER, PORT: String(await freePort()) });
    expect(await exit).toBe(1);
    expect(output.stderr.trim().split('\n')).toHaveLength(1);
    expect(output.stderr).toMatch(/^TOKEN_PEPPER lacks p1, which /);
    expect(output.stderr + output.stdout).not.toContain(TOKEN_PEPPER);
    await rm(folder, { recursive: true, force: true });
  },
);

test.runIf(onPostgres())(
  'row 23: of two portals that start at once with different secrets one serves, the other is refused',
  async () => {
    const shared = await databaseVariables();
    const start = async (name: string) => {
      const dataDir = await mkdtemp(join(tmpdir(), `ballast-${name}-`));
      const own = { SIGNING_KEY: newSigningKey(), TOKEN_PEPPER: random(), KEY_ENCRYPTION_KEYS: random() };
      const portal = await startPortal({ DATA_DIR: dataDir, ...shared, ...own }).catch(
        (error: Error) => error.message,
      );
      return { dataDir, portal };
    };
    const started = await Promise.all([start('one'), start('two')]);
    const refusals = started.flatMap(({ portal }) => (typeof portal === 'string' ? [portal] : []));
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatch(/ lacks \S+, which /);
    for (const { dataDir, portal } of started) {
      if (typeof portal !== 'string') await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
