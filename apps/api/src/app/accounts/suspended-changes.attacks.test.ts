// Nothing of a suspended account changes, whether an operator suspended it or somebody did so in the database; and what was begun
// before is worth nothing once it is restored.

import { changeEmail, confirmEmailChange, forgotPassword, verifyEmail } from '@ballast/contract/auth/auth';
import { deleteAccount, keepAccount } from '@ballast/contract/auth/leaving';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { createKey } from '@ballast/contract/keys/api-keys';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../testing/cli-login.ts';
import { useNotMe } from '../../../testing/not-me.ts';
import { openOperator } from '../../../testing/operator.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, newAddress, password } from '../../../testing/test-app.ts';
import { openBrowser } from '../../../testing/test-browser.ts';
import { tellExpiries } from '../../features/api-keys/notices/expiry-notices.ts';
import { mailVerification } from '../../features/auth/email-address/verification-mail.ts';
import { mailRecovery } from '../../features/auth/mail-recovery.ts';
import { cliTokens } from '../../identity/cli/tables.ts';
import { oneTimeTokens, signUps } from '../../identity/mailed/tables.ts';
import { sessions, users } from '../../identity/tables.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { deleteLeftAccounts } from './delete-left-accounts.ts';

const providerApp = useProviderApp();
const app = () => providerApp().app;
const { tokenIn, press } = useNotMe(app);
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const week = 7 * 24 * 3600;
const rowOf = async (email: string) =>
  (await app().deps.db.select().from(users).where(eq(users.email, email)))[0];
const countOf = (
  table: typeof sessions | typeof cliTokens | typeof signUps | typeof oneTimeTokens,
  id: string,
) => app().deps.db.$count(table, eq(table.userId, id));

const byOperator = async (email: string) => {
  await operator.run('users', 'suspend', email, '--reason', 'abuse');
};
const bySql = async (email: string) => {
  await app().deps.db.update(users).set({ suspendedAt: app().now() }).where(eq(users.email, email));
};
const restore = (email: string) => operator.run('users', 'restore', email);

describe.each([
  ['by an operator', byOperator],
  ['in the database', bySql],
])('suspended %s', (_, suspend) => {
  test('a provider link that was begun is not finished, and its account opens nothing later', async () => {
    const { email, user, session } = await app().verifiedUser();
    const person = newPerson();
    const browser = openBrowser(app());
    providerApp().github.person(person);
    const { authUrl } = (await browser.link('github', session.access_token)).body;
    const callback = await providerApp().github.consent(authUrl);
    await suspend(email);
    const { status } = await browser.finish({ ...callback, provider: 'github' });
    expect(status).toBeGreaterThanOrEqual(400);
    await restore(email);
    expect((await browser.finish({ ...callback, provider: 'github' })).body.code).toBe('state_invalid');
    expect((await providerApp().signInWith('github', person)).body.user.id).not.toBe(user.id);
  });

  test('a new address is not confirmed, neither then nor after the suspension', async () => {
    const owner = await app().verifiedUser();
    const newEmail = newAddress('next');
    await owner.call(changeEmail, { body: { newEmail } });
    const { links } = await app().waitForMail(newEmail, /^Confirm your new email/);
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? '';
    await suspend(owner.email);
    const suspended = await rowOf(owner.email);
    const confirm = () => failureOf(app().call(confirmEmailChange, { body: { token, password } }));
    expect((await confirm()).code).toMatch(/account_suspended|link_invalid/);
    expect(await rowOf(owner.email)).toEqual(suspended);
    await restore(owner.email);
    expect((await confirm()).code).toBe('link_invalid');
  });

  test('an address is not verified, nobody signs up on top of it, and no link is mailed', async () => {
    const email = await app().signUpUnverified();
    const token = await app().verificationToken(email);
    await suspend(email);
    const suspended = await rowOf(email);
    const id = suspended?.id ?? '';
    const before = [await countOf(signUps, id), await countOf(oneTimeTokens, id)];
    const refused = await failureOf(app().call(verifyEmail, { body: { token, type: 'email' } }));
    expect(refused).toMatchObject({ status: 403, code: 'account_suspended' });
    await app().signUpUnverified(email, 'Another');
    await mailVerification(app().deps, { email, client: { address: '203.0.113.9', userAgent: '' } });
    expect([await countOf(signUps, id), await countOf(oneTimeTokens, id)]).toEqual(before);
    expect(await rowOf(email)).toEqual(suspended);
  });

  test('no reset link is made, and “This wasn’t me” waits until the account is restored', async () => {
    const owner = await app().verifiedUser();
    await logInCli(app(), owner);
    const token = await tokenIn(owner.email, /^A device was authorized/);
    await suspend(owner.email);
    const suspended = await rowOf(owner.email);
    const before = await countOf(sessions, owner.user.id);
    await app().call(forgotPassword, { body: { email: owner.email } });
    await mailRecovery(app().deps, {
      email: owner.email,
      client: { address: '203.0.113.9', userAgent: '' },
    });
    expect(await countOf(sessions, owner.user.id)).toBe(before);
    expect(await failureOf(press(token))).toMatchObject({ status: 403, code: 'account_suspended' });
    expect(await rowOf(owner.email)).toEqual(suspended);
    await restore(owner.email);
    expect(await press(token)).toMatchObject({ mailedTo: owner.email });
  });

  test('a command line that was authorized gets no token', async () => {
    const owner = await app().verifiedUser();
    const waiting = await startCliLogin(app());
    await owner.call(completeCliAuth, { body: { state: waiting.state } });
    await suspend(owner.email);
    expect((await failureOf(waiting.fetchToken())).status).toBeGreaterThanOrEqual(400);
    expect(await countOf(cliTokens, owner.user.id)).toBe(0);
    await restore(owner.email);
    expect((await failureOf(waiting.fetchToken())).status).toBe(404);
  });

  test('the owner is not told that a key expires, and is once the account is restored', async () => {
    const owner = await app().verifiedUser();
    const { id } = await owner.call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
    const { db } = app().deps;
    const noticeOf = async () => (await db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0]?.expiryNotice;
    await db.update(apiKeys).set({ expiresAt: app().now() }).where(eq(apiKeys.id, id));
    await suspend(owner.email);
    await tellExpiries(app().deps);
    expect(await noticeOf()).toBeNull();
    await restore(owner.email);
    await tellExpiries(app().deps);
    expect(await noticeOf()).toBe(0);
  });

  test('an account that its owner left is neither kept nor erased, and its address signs nobody up', async () => {
    const owner = await app().verifiedUser();
    await owner.call(deleteAccount, { body: { email: owner.email } });
    const { links } = await app().waitForMail(owner.email, /will be deleted$/);
    const link = links.find((each) => each.includes('/auth/keep-account?')) ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    await suspend(owner.email);
    const keep = () => failureOf(app().call(keepAccount, { body: { token } }));
    expect((await keep()).code).toMatch(/account_suspended|link_invalid/);
    app().skipSeconds(week + 1);
    await deleteLeftAccounts(app().deps);
    expect(await rowOf(owner.email)).toMatchObject({ id: owner.user.id });
    await app().signUpUnverified(owner.email, 'Again');
    expect(await rowOf(owner.email)).toMatchObject({ id: owner.user.id });
    const { users: waiting } = await operator.json(
      'users',
      'list',
      '--search',
      owner.email,
      '--status',
      'suspended',
    );
    expect(waiting).toHaveLength(1);

    // Once an operator restores it, its owner has the week that they were promised.
    await restore(owner.email);
    expect((await keep()).code).toBe('link_invalid');
    await deleteLeftAccounts(app().deps);
    expect(await rowOf(owner.email)).toMatchObject({ id: owner.user.id });
    app().skipSeconds(week + 1);
    await deleteLeftAccounts(app().deps);
    expect(await rowOf(owner.email)).toBeUndefined();
  });
});
