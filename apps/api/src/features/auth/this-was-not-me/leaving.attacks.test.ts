// Sign-ins to an account that is to be deleted: each way in is closed alike, and leads to the link that keeps the account.
import { logIn } from '@ballast/contract/auth/auth';
import { deleteAccount, keepAccount } from '@ballast/contract/auth/leaving';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPasskeyUser, signIn } from '../../../../testing/factors/passkeys.ts';
import { useProviderApp } from '../../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../../testing/servers/provider-person.ts';
import { openLibrary } from '../../../../testing/session-library.ts';
import { failureOf, password } from '../../../../testing/test-app.ts';
import { oneTimeTokens } from '../../../identity/mailed/tables.ts';
import { sessions } from '../../../identity/tables.ts';
import { keepMails } from '../../../identity/throttling/limits.ts';
import { mailRecovery } from '../mail-recovery.ts';

const providerApp = useProviderApp();
const app = () => providerApp().app;

const leaving = /account will be deleted$/;
const refusal = { status: 403, code: 'account_leaving' };

const keepTokenOf = async (to: string, count: number) => {
  const { links } = await app().waitForMail(to, leaving, count);
  const link = links.find((each) => each.includes('/auth/keep-account?'));
  return new URL(link ?? '').searchParams.get('token') ?? '';
};

test('a passkey, a provider and both calls for a password are told the same, and each gets the link again', async () => {
  const owner = await openPasskeyUser(app());
  const { email, user, authenticator } = owner;
  const person = newPerson({ email });
  await providerApp().linkWith('github', person, owner.session.access_token);
  await owner.call(deleteAccount, { body: { email } });
  // What a limit of a few mails a day holds back is not what this is about.
  const again = () => app().deps.throttles.of(keepMails).delete(user.id);

  expect(await failureOf(app().call(logIn, { body: { email, password } }))).toMatchObject(refusal);
  await keepTokenOf(email, 2);
  await again();
  expect((await openLibrary(app()).signInWithPassword({ email, password })).error).toMatchObject(refusal);
  await keepTokenOf(email, 3);
  await again();
  expect((await providerApp().signInWith('github', person)).body).toMatchObject({ code: refusal.code });
  await keepTokenOf(email, 4);
  await again();
  const passkey = await signIn(openLibrary(app()), authenticator);
  expect(passkey.error).toMatchObject(refusal);
  const token = await keepTokenOf(email, 5);

  // Nothing that was begun meanwhile comes to life with the account.
  await app().call(keepAccount, { body: { token } });
  expect(await app().deps.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([]);
  const { data, error } = await signIn(openLibrary(app()), authenticator);
  expect(error).toBeNull();
  await app().callAs(data?.session?.access_token ?? '')(getProfile);
});

test('strangers who ask for a reset fill nobody’s mailbox with links that keep the account', async () => {
  const { email, user, call } = await app().verifiedUser();
  await call(deleteAccount, { body: { email } });
  const client = { address: '203.0.113.9', userAgent: 'curl/8' };
  for (let requests = 0; requests < 10; requests += 1) await mailRecovery(app().deps, { client, email });
  // One of the deletion, and with the mail of the sign-up as many as a mailbox gets in an hour because somebody asked.
  const links = await app().deps.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
  expect(links.filter(({ purpose }) => purpose === 'keep-account')).toHaveLength(8);
  const { text } = await app().waitForMail(email, leaving, 8);
  // The one who asked for the link is not the one who deleted the account.
  expect(text).not.toContain(client.address);
});
