// Secrets are replaced under a running portal, and nobody who belongs is locked out. Then the old ones are gone, and what
// only they opened is shut.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { forgotPassword, verifyEmail } from '@ballast/contract/auth/auth';
import { getSigningKeys, issueToken } from '@ballast/contract/auth/session';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { createClient } from '@ballast/contract/http/client';
import { createKey, getKey } from '@ballast/contract/keys/api-keys';
import type { RotatedSecret, SecretKind } from '@ballast/contract/operator/operator';
import { getProfile } from '@ballast/contract/profile';
import { type Developer, newDeveloper, signUpUnverified } from '@ballast/harness/developer';
import { mailedLink, verificationToken } from '@ballast/harness/mailbox';
import { type Portal, startPortal } from '@ballast/harness/portal';
import { newSigningKey } from '@ballast/harness/portals';
import { afterEach, describe, expect, test } from 'vitest';
import { startCliLogin } from '../../../../testing/cli-login.ts';
import { databaseVariables, onPostgres } from '../../../../testing/databases/database.ts';
import { failureOf } from '../../../../testing/test-app.ts';
import { dist } from '../../../runtime/settings/places.ts';

const random = () => randomBytes(32).toString('base64');
let dataDir = '';
const running: Portal[] = [];

const start = async (variables: Record<string, string>) => {
  const portal = await startPortal({ DATA_DIR: dataDir, ...variables });
  running.push(portal);
  return portal;
};
const stopAll = () => Promise.all(running.splice(0).map((portal) => portal.stop()));
const newFolder = async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ballast-rotate-'));
};
afterEach(async () => {
  await stopAll();
  await rm(dataDir, { recursive: true, force: true });
});

const operate = (...words: string[]) =>
  promisify(execFile)(process.execPath, [join(dist, 'operator.js'), ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  }).then(({ stdout }) => stdout);
const rotate = async (secret: SecretKind): Promise<RotatedSecret> =>
  JSON.parse(await operate('secrets', 'rotate', secret, '--json'));
const storedSecrets = async () => JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));

const keyStatus = async ({ url }: Portal, value: string) =>
  (await fetch(`${url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } })).status;

const refresh = ({ url }: Portal, token: string) =>
  createClient({ portalUrl: url })(issueToken, {
    query: { grant_type: 'refresh_token' },
    body: { refresh_token: token },
  });

const logInCli = async (portal: Portal, { call }: Developer) => {
  const callAs = (token: string | null) => createClient({ portalUrl: portal.url, token: () => token });
  const login = await startCliLogin({ call: callAs(null), callAs });
  await call(completeCliAuth, { body: { state: login.state } });
  return (await login.granted()).token;
};

// People hold these before a rotation.
const holdings = async (portal: Portal) => {
  const developer = await newDeveloper(portal.url);
  const key = await developer.call(createKey, { body: { name: 'kept', environment: 'SANDBOX' } });
  const cliToken = await logInCli(portal, developer);
  const stranger = await signUpUnverified(portal.url);
  const link = await verificationToken(portal.url, stranger);
  await createClient({ portalUrl: portal.url })(forgotPassword, { body: { email: developer.email } });
  const reset = new URL(await mailedLink(portal.url, developer.email, '/reset-password#'));
  const resetToken = new URLSearchParams(reset.hash.slice(1)).get('access_token') ?? '';
  return { developer, key, cliToken, link, resetToken, refreshToken: developer.session.refresh_token };
};
type Holdings = Awaited<ReturnType<typeof holdings>>;

const canReadProfile = ({ url }: Portal, token: string) =>
  createClient({ portalUrl: url, token: () => token })(getProfile);

const expectAllWork = async (portal: Portal, held: Holdings) => {
  expect(await keyStatus(portal, held.key.key)).toBe(200);
  expect((await held.developer.at(portal.url)(getKey, { params: { id: held.key.id } })).key).toBe(
    held.key.key,
  );
  await canReadProfile(portal, held.cliToken);
  const session = await refresh(portal, held.refreshToken);
  await canReadProfile(portal, session.access_token);
  held.refreshToken = session.refresh_token;
  const library = await fetch(`${portal.url}/api/auth/v1/user`, {
    headers: { authorization: `Bearer ${held.resetToken}` },
  });
  expect(library.status).toBe(200);
};

describe('secrets of the data folder', () => {
  test('row 23: pepper, signing and encryption key are replaced under a running portal, and all that was made before works', async () => {
    await newFolder();
    const database = await databaseVariables();
    const portals = [await start({ PUBLIC_URL: 'http://portal.localhost', ...database })];
    // A second process is possible on PostgreSQL alone; it hears of the new values by itself.
    if (onPostgres()) portals.push(await start({ PUBLIC_URL: 'http://portal.localhost', ...database }));
    const [portal] = portals as [Portal];
    const held = await holdings(portal);
    const before = await storedSecrets();

    for (const secret of ['pepper', 'signing', 'encryption'] as const) {
      const answer = await rotate(secret);
      expect(answer).toMatchObject({ secret, source: 'file', unreadable: 0, proposal: null });
      for (const each of portals) await expectAllWork(each, held);
    }
    const after = await storedSecrets();
    expect(after.tokenPeppers).toMatchObject([{}, before.tokenPeppers[0]]);
    expect(after.signingKeys).toMatchObject([{}, before.signingKeys[0]]);
    expect(after.encryptionKeys).toHaveLength(1);
    expect(after.encryptionKeys).not.toEqual(before.encryptionKeys);
    const { keys } = await createClient({ portalUrl: portal.url })(getSigningKeys);
    expect(keys).toHaveLength(2);

    const call = createClient({ portalUrl: portal.url });
    await call(verifyEmail, { body: { token: held.link, type: 'email' } });
    const next = await held.developer.call(createKey, { body: { name: 'new', environment: 'SANDBOX' } });
    for (const each of portals) expect(await keyStatus(each, next.key)).toBe(200);

    // The command line was used since and the API key was hashed anew, so a second start finds all that it needs.
    await stopAll();
    const again = await start({ PUBLIC_URL: 'http://portal.localhost', ...database });
    await expectAllWork(again, held);
  });

  test('row 23: two rotations in a row leave each value acceptable that somebody may still hold', async () => {
    await newFolder();
    const portal = await start({ PUBLIC_URL: 'http://portal.localhost', ...(await databaseVariables()) });
    const held = await holdings(portal);
    await rotate('pepper');
    const { others, currentId } = await rotate('pepper');
    expect(others).toHaveLength(2);
    expect((await storedSecrets()).tokenPeppers).toMatchObject([{ id: currentId }, {}, {}]);
    await expectAllWork(portal, held);
    expect(await operate('encryption-key', 'rotate')).toMatch(
      /^\d+ API (key is|keys are) now encrypted with key \S+\.\n$/,
    );
  });
});

describe('secrets of the environment', () => {
  test('row 23: a pepper is replaced step by step; once it is given up, only what was made with it is shut', async () => {
    await newFolder();
    const [oldPepper, newPepper] = [`p1:${random()}`, `p2:${random()}`];
    const [oldKey, newKey] = [`e1:${random()}`, `e2:${random()}`];
    const variables = {
      PUBLIC_URL: 'http://portal.localhost',
      SIGNING_KEY: `s1:${newSigningKey()}`,
      ...(await databaseVariables()),
    };
    const first = await start({ ...variables, TOKEN_PEPPER: oldPepper, KEY_ENCRYPTION_KEYS: oldKey });
    const held = await holdings(first);
    const idleToken = await logInCli(first, held.developer);
    const steps = await operate('secrets', 'rotate', 'pepper');
    expect(steps).toMatch(/^TOKEN_PEPPER comes from the environment\. To replace its value:\n/);
    expect(steps).toMatch(/\n {5}TOKEN_PEPPER=v\S+:\S{43},p1:<the value that is set now>\n/);
    expect(steps).not.toContain(oldPepper.slice(3));
    await stopAll();

    const both = await start({
      ...variables,
      TOKEN_PEPPER: `${newPepper},${oldPepper}`,
      KEY_ENCRYPTION_KEYS: `${newKey},${oldKey}`,
    });
    await expectAllWork(both, held);
    expect(await rotate('encryption')).toMatchObject({ changed: 1, others: [{ id: 'e1', inRows: false }] });
    expect(await rotate('pepper')).toMatchObject({
      changed: 1,
      currentId: 'p2',
      others: [{ id: 'p1', isToCome: false, inRows: true, neededUntil: expect.any(String) }],
    });
    expect(await operate('secrets', 'rotate', 'encryption')).toContain(
      'e1 is needed no more: remove it from KEY_ENCRYPTION_KEYS and restart every process.',
    );
    await expectAllWork(both, held);
    await stopAll();

    const without = await start({
      ...variables,
      TOKEN_PEPPER: newPepper,
      KEY_ENCRYPTION_KEYS: newKey,
      LOST_SECRETS: 'p1',
    });
    await expectAllWork(without, held);
    expect((await failureOf(canReadProfile(without, idleToken))).status).toBe(401);
    expect(await failureOf(refresh(without, held.developer.session.refresh_token))).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
    });
    const call = createClient({ portalUrl: without.url });
    const spent = await failureOf(call(verifyEmail, { body: { token: held.link, type: 'email' } }));
    expect(spent.status).toBe(400);
  });
});
