import { listActivities } from '@ballast/contract/activities';
import { resetPassword } from '@ballast/contract/auth/auth';
import { updateSessionUser } from '@ballast/contract/auth/session';
import {
  cliLimits,
  completeCliAuth,
  listDevices,
  logOutCli,
  revokeDevice,
} from '@ballast/contract/cli/cli-auth';
import { getProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../testing/cli-login.ts';
import { failureOf, password, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { cliTokens } from '../../identity/cli/tables.ts';

const app = useTestApp();
const newPassword = 'Another-horse2!';

test('the list names each device, since when, its last use and its address, newest first', async () => {
  const person = await app().verifiedUser();
  const laptop = await logInCli(app(), person, 'mara-laptop');
  await logInCli(app(), person, 'build-server');
  await laptop.call(getProfile);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  // What the specification's screen grants, until it is revoked.
  const granted = {
    kind: 'device',
    scopes: ['read', 'keys:sandbox', 'keys:production', 'faucet'],
    expiresAt: null,
    madeWith: [],
  };
  expect(await person.call(listDevices)).toEqual([
    {
      id: expect.any(String),
      name: 'build-server',
      createdAt: time,
      lastUsedAt: null,
      address: '127.0.0.1',
      ...granted,
    },
    {
      id: laptop.deviceId,
      name: 'mara-laptop',
      createdAt: time,
      lastUsedAt: time,
      address: '127.0.0.1',
      ...granted,
    },
  ]);
});

test('an account has so many devices, all of which are listed; one more is refused until one is revoked', async () => {
  const person = await app().verifiedUser();
  const first = await logInCli(app(), person);
  const rows = Array.from({ length: cliLimits.devices - 1 }, (_, i) => ({
    userId: person.user.id,
    deviceName: `device ${i}`,
    kind: 'device' as const,
    address: '127.0.0.1',
    tokenHash: `hash ${i}`,
    madeWith: [],
    createdAt: app().now(),
    lastUsedAt: app().now(),
  }));
  await app().deps.db.insert(cliTokens).values(rows);
  expect(await person.call(listDevices)).toHaveLength(cliLimits.devices);
  const { state, granted } = await startCliLogin(app());
  const authorize = () => person.call(completeCliAuth, { body: { state } });
  expect(await failureOf(authorize())).toMatchObject({
    status: 409,
    message: 'You have 50 authorized devices, the maximum. Revoke one first.',
  });
  await person.call(revokeDevice, { params: { id: first.deviceId } });
  await authorize();
  const another = await startCliLogin(app());
  expect((await failureOf(person.call(completeCliAuth, { body: { state: another.state } }))).status).toBe(
    409,
  );
  await granted();
  expect(await person.call(listDevices)).toHaveLength(cliLimits.devices);
});

test('the last use follows the calls', async () => {
  const own = await startTestApp();
  try {
    const person = await own.verifiedUser();
    const laptop = await logInCli(own, person);
    const lastUse = async () => Date.parse((await person.call(listDevices))[0]?.lastUsedAt ?? '');
    await laptop.call(getProfile);
    const first = await lastUse();
    own.skipSeconds(300);
    await laptop.call(getProfile);
    expect((await lastUse()) - first).toBeGreaterThanOrEqual(300_000);
  } finally {
    await own.stop();
  }
});

test('a revoked device is refused on its next call, the others go on, and one entry says which it was', async () => {
  const person = await app().verifiedUser();
  const laptop = await logInCli(app(), person, 'mara-laptop');
  const server = await logInCli(app(), person, 'build-server');
  expect(await person.call(revokeDevice, { params: { id: laptop.deviceId } })).toEqual({
    message: 'Device revoked',
  });
  expect((await failureOf(laptop.call(getProfile))).status).toBe(401);
  await server.call(getProfile);
  const again = await failureOf(person.call(revokeDevice, { params: { id: laptop.deviceId } }));
  expect(again.status).toBe(404);
  const revoked = (await person.call(listActivities, { query: {} })).filter(
    ({ type }) => type === 'cli_revoked',
  );
  expect(revoked.map(({ description }) => description)).toEqual(['mara-laptop']);
});

test('another developer’s device is not there', async () => {
  const mine = await app().verifiedUser();
  const theirs = await app().verifiedUser();
  const laptop = await logInCli(app(), theirs);
  const failure = await failureOf(mine.call(revokeDevice, { params: { id: laptop.deviceId } }));
  expect(failure.status).toBe(404);
  expect(await mine.call(listDevices)).toEqual([]);
  await laptop.call(getProfile);
});

test('logging out in the terminal revokes its own token and no other', async () => {
  const person = await app().verifiedUser();
  const laptop = await logInCli(app(), person, 'mara-laptop');
  const server = await logInCli(app(), person, 'build-server');
  expect(await laptop.call(logOutCli)).toEqual({ message: 'Logged out' });
  expect((await failureOf(laptop.call(logOutCli))).status).toBe(401);
  await server.call(getProfile);
  const [newest] = await person.call(listActivities, { query: {} });
  expect(newest).toMatchObject({ type: 'logout', description: 'mara-laptop' });
});

test('signing the browser out leaves the command line alone', async () => {
  const person = await app().verifiedUser();
  const laptop = await logInCli(app(), person);
  await app().post('/auth/v1/logout?scope=global', '{}', {
    authorization: `Bearer ${person.session.access_token}`,
  });
  expect((await failureOf(person.call(getProfile))).status).toBe(401);
  await laptop.call(getProfile);
});

test('a reset password revokes every device and what was authorized and not yet fetched', async () => {
  const person = await app().verifiedUser();
  const laptop = await logInCli(app(), person);
  const waiting = await startCliLogin(app());
  await person.call(completeCliAuth, { body: { state: waiting.state } });
  await app().post('/auth/forgot-password', JSON.stringify({ email: person.email }));
  const { access_token = '' } = await app().resetLink(person.email);
  await app().call(resetPassword, { body: { token: access_token, password: newPassword } });
  expect((await failureOf(laptop.call(getProfile))).status).toBe(401);
  expect((await failureOf(waiting.fetchToken())).status).toBe(404);
});

test('a changed password revokes every device, and the mail says so', async () => {
  const person = await app().verifiedUser();
  const laptop = await logInCli(app(), person);
  await person.call(updateSessionUser, {
    query: {},
    body: { password: newPassword, current_password: password },
  });
  expect((await failureOf(laptop.call(getProfile))).status).toBe(401);
  const mail = await app().waitForMail(person.email, /password was changed/);
  expect(mail.text).toContain('signed out every other browser and device');
});
