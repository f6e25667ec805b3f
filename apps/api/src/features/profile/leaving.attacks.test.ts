// A developer takes their data along and deletes the account; what stops at once, what comes back, and who cannot do it.

import { changeEmail, confirmEmailChange, forgotPassword, logIn } from '@ballast/contract/auth/auth';
import { deleteAccount, exportData, keepAccount } from '@ballast/contract/auth/leaving';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { createKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { getProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../testing/cli-login.ts';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';
import { deleteLeftAccounts } from '../../app/accounts/delete-left-accounts.ts';
import { oneTimeTokens } from '../../identity/mailed/tables.ts';
import { readSession } from '../../identity/sessions/sessions.ts';
import { activities, users } from '../../identity/tables.ts';
import { deleteAccount as deleteNow } from './delete-account.ts';

const app = useTestApp();

type Person = Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>;

const leaving = /account will be deleted$/;

const tokenIn = async (to: string, subject: RegExp, page: string, count?: number) => {
  const { links } = await app().waitForMail(to, subject, count);
  const link = links.find((each) => each.includes(page));
  return new URL(link ?? '').searchParams.get('token') ?? '';
};
const keepTokenOf = (email: string, count?: number) => tokenIn(email, leaving, '/auth/keep-account?', count);
const keep = (token: string) => app().call(keepAccount, { body: { token } });

const newKey = ({ call }: Person) => call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
const check = (key: string) => app().callAs(key)(checkKey);
const days = (count: number) => count * 24 * 3600;
const rowOf = async ({ user }: Person) =>
  (await app().deps.db.select().from(users).where(eq(users.id, user.id)))[0];

test('keys, sessions and command lines stop at once; the mailed link brings the keys back, once', async () => {
  const owner = await app().verifiedUser();
  const device = await logInCli(app(), owner);
  const { key } = await newKey(owner);
  await check(key);

  const { deletesAt } = await owner.call(deleteAccount, { body: { email: owner.email.toUpperCase() } });
  expect(new Date(deletesAt).getTime() - app().now().getTime()).toBe(days(7) * 1000);
  expect((await failureOf(check(key))).code).toBe('key_revoked');
  expect((await failureOf(owner.call(getProfile))).status).toBe(401);
  expect((await failureOf(device.call(getProfile))).status).toBe(401);

  const token = await keepTokenOf(owner.email);
  expect(await keep(token)).toEqual({
    message: 'Your account stays, and its API keys work again. Sign in to continue.',
  });
  await check(key);
  expect((await failureOf(owner.call(getProfile))).status).toBe(401);
  await app().signIn(owner.email);
  expect((await failureOf(keep(token))).code).toBe('link_invalid');
  await app().waitForMail(owner.email, /^Your Ballast account won’t be deleted$/);
});

test('whoever signs in meanwhile is told and gets the link again; a wrong password learns nothing', async () => {
  const owner = await app().verifiedUser();
  await owner.call(deleteAccount, { body: { email: owner.email } });
  const signIn = (typed: string) =>
    failureOf(app().call(logIn, { body: { email: owner.email, password: typed } }));
  expect((await signIn('Wrong-horse1!')).code).toBe('invalid_credentials');
  const refusal = await signIn(password);
  expect(refusal).toMatchObject({ status: 403, code: 'account_leaving' });
  expect(refusal.message).toMatch(
    /^This account will be deleted on \d+ \w+ \d{4}\. To keep it, open the link/,
  );
  const second = await keepTokenOf(owner.email, 2);
  // A reset would lead nowhere, so that link is mailed instead.
  await app().call(forgotPassword, { body: { email: owner.email } });
  const third = await keepTokenOf(owner.email, 3);
  await keep(second);
  // No older link keeps the account when its owner leaves again.
  const again = await app().signIn(owner.email);
  await again.call(deleteAccount, { body: { email: owner.email } });
  expect((await failureOf(keep(third))).code).toBe('link_invalid');
});

test('after 7 days the account is gone, and its link with it; one that was kept stays', async () => {
  const [gone, staying] = [await app().verifiedUser(), await app().verifiedUser()];
  const { key } = await newKey(gone);
  for (const person of [gone, staying]) await person.call(deleteAccount, { body: { email: person.email } });
  const token = await keepTokenOf(gone.email);
  await keep(await keepTokenOf(staying.email));
  app().skipSeconds(days(7) - 1);
  await deleteLeftAccounts(app().deps);
  expect(await rowOf(gone)).toBeDefined();
  app().skipSeconds(2);
  expect((await failureOf(keep(token))).code).toBe('link_invalid');
  await deleteLeftAccounts(app().deps);
  expect(await rowOf(gone)).toBeUndefined();
  expect(await rowOf(staying)).toMatchObject({ deletesAt: null });
  const entries = await app().deps.db.select().from(activities).where(eq(activities.userId, gone.user.id));
  expect(entries).toEqual([]);
  await waitFor('the key to be unknown', async () => expect((await failureOf(check(key))).status).toBe(401));
  await app().waitForMail(gone.email, /^Your Ballast account was deleted$/);
  // The address is free again.
  await app().signUpUnverified(gone.email);
  await app().verificationToken(gone.email, 2);
});

test('another address, a guessed link and one of another kind do nothing', async () => {
  const [owner, other] = [await app().verifiedUser(), await app().verifiedUser()];
  const failure = await failureOf(owner.call(deleteAccount, { body: { email: other.email } }));
  expect(failure.fields).toEqual({ email: 'Type the email address of your account' });
  await owner.call(getProfile);
  await owner.call(deleteAccount, { body: { email: owner.email } });
  const token = await keepTokenOf(owner.email);
  const notMe = await tokenIn(owner.email, leaving, '/auth/this-was-not-me?');
  const guessed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
  for (const wrong of [guessed, notMe]) expect((await failureOf(keep(wrong))).code).toBe('link_invalid');
  // Of two presses at once one counts.
  const answers = await Promise.allSettled([keep(token), keep(token)]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a deletion that waited while the address changed is refused: its link would go to the old one', async () => {
  const owner = await app().verifiedUser();
  const { deps } = app();
  const session = await readSession(deps, owner.session.access_token);
  if (typeof session === 'string') throw new Error(session);
  const actor = { client: { address: '127.0.0.1', userAgent: '' }, ...session };
  await deps.db
    .update(users)
    .set({ email: newAddress('new') })
    .where(eq(users.id, owner.user.id));
  expect((await failureOf(deleteNow(deps, actor, actor.user))).code).toBe('validation_failed');
  expect(await rowOf(owner)).toMatchObject({ deletesAt: null });
});

test('an account that a thief moved and deleted is taken back from the old address, keys and all', async () => {
  const owner = await app().verifiedUser();
  const { key } = await newKey(owner);
  const newEmail = newAddress('thief');
  await owner.call(changeEmail, { body: { newEmail } });
  const token = await tokenIn(newEmail, /^Confirm your new email/, '/verify-email?');
  await owner.call(confirmEmailChange, { body: { token } });
  await owner.call(deleteAccount, { body: { email: newEmail } });
  expect((await failureOf(check(key))).code).toBe('key_revoked');

  const undo = await tokenIn(owner.email, /email was changed$/, '/auth/this-was-not-me?');
  expect(await app().call(thisWasNotMe, { body: { token: undo } })).toMatchObject({ mailedTo: owner.email });
  await check(key);
  expect(await rowOf(owner)).toMatchObject({ email: owner.email, deletesAt: null });
  expect((await failureOf(keep(await keepTokenOf(newEmail)))).code).toBe('link_invalid');
});

test('what was begun before the deletion does not go on when the account is kept, and few links are mailed', async () => {
  const owner = await app().verifiedUser();
  const waiting = await startCliLogin(app());
  await owner.call(completeCliAuth, { body: { state: waiting.state } });
  await owner.call(deleteAccount, { body: { email: owner.email } });
  for (let tried = 0; tried < 5; tried += 1) await failureOf(app().signIn(owner.email));
  const links = await app()
    .deps.db.select()
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.userId, owner.user.id));
  expect(links.filter(({ purpose }) => purpose === 'keep-account')).toHaveLength(1 + 3);
  await keep(await keepTokenOf(owner.email, 4));
  await expect(waiting.granted()).rejects.toThrow();
});

test('the export holds all that is the person’s and no secret', async () => {
  const owner = await app().verifiedUser();
  const device = await logInCli(app(), owner);
  const { key } = await newKey(owner);
  await check(key);
  await app().deps.keyCheck.flushUsage();
  const stranger = await app().verifiedUser();
  const text = await owner.call(exportData);
  const data = JSON.parse(text);
  expect(data.profile).toMatchObject({ email: owner.email, fullName: 'Mara Okafor' });
  expect(data.apiKeys).toMatchObject([{ name: 'checkout', environment: 'SANDBOX', usage: [{ allowed: 1 }] }]);
  expect(data.commandLines).toMatchObject([{ deviceName: 'mara-laptop' }]);
  expect(data.sessions[0]).toMatchObject({ address: '127.0.0.1' });
  expect(data.activities.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['account_created', 'key_created', 'data_exported']),
  );
  const stored = await rowOf(owner);
  for (const secret of [key, device.token, stored?.passwordHash ?? '', stranger.email]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/hash|cipher|pepper/i);
});
