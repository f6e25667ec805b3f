// The steps of a rotation follow one by one, on a clock that the test moves.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyEmail } from '@ballast/contract/auth/auth';
import { getSigningKeys, issueToken } from '@ballast/contract/auth/session';
import { createKey, getKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { getProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { logInCli } from '../../../../testing/cli-login.ts';
import { failureOf, useTestApp } from '../../../../testing/test-app.ts';
import { sweepQueue } from '../../../app/job-handlers.ts';
import { withId } from '../../../runtime/secret-values/keyed-secret.ts';
import { makeSecretValue } from '../../../runtime/secret-values/secret-kinds.ts';
import { recordSecrets } from '../../../secrets/fingerprints.ts';
import { rotateSecret } from './rotate-secret.ts';

const app = useTestApp();
const days = 24 * 3600;

const keyStatus = async (value: string) =>
  (await fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } })).status;
const stored = async () => JSON.parse(await readFile(join(app().dataDir, 'secrets.json'), 'utf8'));
const sweep = async (isDone: () => Promise<void>) => {
  await app().deps.jobs.enqueue(app().deps.db, sweepQueue, {});
  await waitFor('the clean-up to be done', isDone);
};
const refresh = (token: string) =>
  app().call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token: token } });

test('row 23: an old signing key is published until its last token has ended, then it is dropped', async () => {
  const person = await app().verifiedUser();
  const before = (await stored()).signingKeys[0].id;
  const answer = await rotateSecret(app().deps, 'signing');
  expect(answer.others).toMatchObject([{ id: before, isToCome: false, inRows: false }]);
  expect(Date.parse(answer.others[0]?.neededUntil ?? '') - app().now().getTime()).toBe(3 * 3600 * 1000);
  await person.call(getProfile);
  expect((await app().call(getSigningKeys)).keys).toHaveLength(2);

  app().skipSeconds(3 * 3600 + 1);
  await sweep(async () => expect((await stored()).signingKeys).toMatchObject([{ id: answer.currentId }]));
  await waitFor('the old key not to be published any more', async () =>
    expect((await app().call(getSigningKeys)).keys).toHaveLength(1),
  );
  const { access_token } = await refresh(person.session.refresh_token);
  await app().callAs(access_token)(getProfile);
});

test('row 23: an old pepper goes when sessions and links have ended and no command line needs it; then they are shut', async () => {
  const person = await app().verifiedUser();
  const key = await person.call(createKey, { body: { name: 'kept', environment: 'SANDBOX' } });
  const tool = await logInCli(app(), person);
  await tool.call(getProfile);
  const stranger = await app().signUpUnverified();
  const link = await app().verificationToken(stranger);
  const before = (await stored()).tokenPeppers[0].id;

  const { currentId } = await rotateSecret(app().deps, 'pepper');
  expect(await keyStatus(key.key)).toBe(200);
  app().skipSeconds(31 * days);
  // Nobody has used the command line since, so its hash still needs the old pepper.
  expect(await rotateSecret(app().deps, 'signing')).toMatchObject({ secret: 'signing' });
  await sweep(async () => expect((await stored()).signingKeys).toHaveLength(2));
  expect((await stored()).tokenPeppers).toMatchObject([{ id: currentId }, { id: before }]);
  await tool.call(getProfile);
  await sweep(async () => expect((await stored()).tokenPeppers).toMatchObject([{ id: currentId }]));

  expect(await keyStatus(key.key)).toBe(200);
  await tool.call(getProfile);
  expect(await failureOf(refresh(person.session.refresh_token))).toMatchObject({
    code: 'refresh_token_not_found',
  });
  expect(await failureOf(app().call(verifyEmail, { body: { token: link, type: 'email' } }))).toMatchObject({
    status: 400,
  });
});

test('a rotation that was cut off goes on when it is called again', async () => {
  const person = await app().verifiedUser();
  const key = await person.call(createKey, { body: { name: 'kept', environment: 'SANDBOX' } });
  const { deps } = app();
  for (const kind of ['encryption', 'pepper'] as const) {
    const change = deps.secrets.change(kind);
    const [first] = deps.secrets.list(kind);
    if (!change || !first) throw new Error('the secrets are not those of the data folder');
    const made = withId(makeSecretValue[kind]());
    // It was killed when every process accepted the new value, and nobody used it.
    change((list) => [...list, made]);
    await recordSecrets(deps.db, deps.secrets, deps.now());
    expect(await rotateSecret(deps, kind)).toMatchObject({ currentId: made.id, unreadable: 0 });

    // It was killed when the new value was in use, and nothing was written anew.
    const next = withId(makeSecretValue[kind]());
    change((list) => [next, ...list]);
    await recordSecrets(deps.db, deps.secrets, deps.now());
    const answer = await rotateSecret(deps, kind);
    expect(answer.currentId).toBe(next.id);
    expect(answer.changed).toBeGreaterThan(0);
    expect(await keyStatus(key.key)).toBe(200);
    expect((await person.call(getKey, { params: { id: key.id } })).key).toBe(key.key);
  }
  expect((await stored()).encryptionKeys).toHaveLength(1);
});

test('a value in its grace passes until its end, whatever becomes of the pepper that it was hashed with', async () => {
  const { email, call } = await app().verifiedUser();
  const key = await call(createKey, { body: { name: 'rotated', environment: 'SANDBOX' } });
  const { deps } = app();
  const before = deps.secrets.list('pepper')[0]?.id;
  const made = withId(makeSecretValue.pepper());
  deps.secrets.change('pepper')?.((list) => [made, ...list]);
  await recordSecrets(deps.db, deps.secrets, deps.now());
  // No token needs the old pepper any more, and soon no key does.
  app().skipSeconds(31 * days);
  const again = await app().signIn(email);
  const params = { id: key.id };
  const rotated = await again.call(rotateKey, { params, body: { graceSeconds: 604800 } });
  const { others } = await rotateSecret(deps, 'pepper');
  expect(others).toContainEqual({ id: before, isToCome: false, inRows: true, neededUntil: null });
  expect([await keyStatus(key.key), await keyStatus(rotated.key)]).toEqual([200, 200]);

  app().skipSeconds(7 * days);
  await sweep(async () => expect(deps.secrets.list('pepper').map(({ id }) => id)).not.toContain(before));
  expect([await keyStatus(key.key), await keyStatus(rotated.key)]).toEqual([401, 200]);
});

test('the last use of a key is kept when the key is hashed anew before the use is written', async () => {
  const person = await app().verifiedUser();
  const key = await person.call(createKey, { body: { name: 'used', environment: 'SANDBOX' } });
  expect(await keyStatus(key.key)).toBe(200);
  await rotateSecret(app().deps, 'pepper');
  await app().deps.keyCheck.flushUsage();
  const { lastUsedAt } = await person.call(getKey, { params: { id: key.id } });
  expect(lastUsedAt).toBe(app().now().toISOString());
});
