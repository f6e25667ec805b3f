// Those whose call was let in a moment before their session or their command line's token ended. Only a database with several
// connections shows it.

import { changeEmail, confirmEmailChange } from '@ballast/contract/auth/auth';
import { linkProvider } from '@ballast/contract/auth/provider-calls';
import { updateSessionUser } from '@ballast/contract/auth/session';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import type { Call } from '@ballast/contract/http/client';
import { createKey, rotateKey, updateKey } from '@ballast/contract/keys/api-keys';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../testing/cli-login.ts';
import { onPostgres } from '../../testing/databases/database.ts';
import { somebodyToWait } from '../../testing/databases/lock-wait.ts';
import { useProviderApp } from '../../testing/servers/provider-app.ts';
import { failureOf, newAddress, password } from '../../testing/test-app.ts';
import type { Db } from '../db/connections/open.ts';
import { cliTokens } from './cli/tables.ts';
import { sessions } from './tables.ts';

const started = useProviderApp();
const app = () => started().app;

type Owner = Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>;

// The call is let in while the end of its session is not yet decided, and waits for that.
const callMeanwhile = async (end: (tx: Db) => Promise<unknown>, call: () => Promise<unknown>) => {
  const { db } = app().deps;
  let answer: ReturnType<typeof failureOf> | undefined;
  await db.transaction(async (tx) => {
    await end(tx);
    answer = failureOf(call());
    await Promise.race([somebodyToWait(db), answer]);
  });
  return answer;
};

const sessionIdOf = (accessToken: string) =>
  JSON.parse(atob(accessToken.split('.')[1] ?? '')).session_id as string;

const endSessionOf = (owner: Owner) => async (tx: Db) =>
  tx.delete(sessions).where(eq(sessions.id, sessionIdOf(owner.session.access_token)));

const newKey = { name: 'back door', environment: 'SANDBOX' } as const;

// Each prepares what the call needs, and returns the call.
const writes: [string, (owner: Owner) => Promise<(call: Call) => Promise<unknown>>][] = [
  ['a new API key', async () => (call) => call(createKey, { body: newKey })],
  [
    'a new value of an API key',
    async (owner) => {
      const { id } = await owner.call(createKey, { body: newKey });
      return (call) => call(rotateKey, { params: { id } });
    },
  ],
  [
    'a key that may do more',
    async (owner) => {
      const { id } = await owner.call(createKey, { body: { ...newKey, scopes: ['payments:read'] } });
      return (call) => call(updateKey, { params: { id }, body: { scopes: null } });
    },
  ],
  [
    'a command line that is let in',
    async () => {
      const { state } = await startCliLogin(app());
      return (call) => call(completeCliAuth, { body: { state } });
    },
  ],
  ['a provider’s connection', async () => (call) => call(linkProvider, { body: { provider: 'github' } })],
  [
    'a link to a new address',
    async () => (call) => call(changeEmail, { body: { newEmail: newAddress('held') } }),
  ],
  [
    'a new address',
    async (owner) => {
      const newEmail = newAddress('held');
      await owner.call(changeEmail, { body: { newEmail } });
      const mail = await app().waitForMail(newEmail, /^Confirm your new email/);
      const token = new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
      return (call) => call(confirmEmailChange, { body: { token } });
    },
  ],
  [
    'a new password',
    async () => (call) =>
      call(updateSessionUser, {
        query: {},
        body: { password: 'Brand-new-pass1!', current_password: password },
      }),
  ],
];

describe.runIf(onPostgres())('row 2: a call that was let in before its session ended', () => {
  test.each(writes)('makes nothing of %s', async (_, prepare) => {
    const owner = await app().verifiedUser();
    const write = await prepare(owner);
    const refusal = await callMeanwhile(endSessionOf(owner), () => write(owner.call));
    expect(refusal).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  test('makes no key for a command line that is being revoked', async () => {
    const owner = await app().verifiedUser();
    const device = await logInCli(app(), owner);
    // The first use of a token is written down, which would wait as well.
    await device.call(getProfile);
    const refusal = await callMeanwhile(
      async (tx) => tx.delete(cliTokens).where(eq(cliTokens.id, device.deviceId)),
      () => device.call(createKey, { body: newKey }),
    );
    expect(refusal).toMatchObject({ status: 401, code: 'unauthorized' });
  });
});
