import { authMessages, logIn, signUp, verifyEmail } from '@ballast/contract/auth/auth';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../../testing/test-app.ts';
import { owaspCost } from '../../../identity/passwords/passwords.ts';
import { activities, users } from '../../../identity/tables.ts';

const app = useTestApp({ hashCost: owaspCost });
const body = (email: string) => ({
  email,
  password,
  fullName: '  Mara Okafor ',
  authMethod: 'EMAIL' as const,
});

test('a new developer gets an account, no session, and a mail with a verification link', async () => {
  const email = newAddress();
  const reply = await app().call(signUp, { body: body(email.toUpperCase()) });

  expect(reply.message).toBe('Account created! Please check your email to verify your account.');
  expect(reply.session).toBeNull();
  expect(reply.user).toMatchObject({
    email,
    fullName: 'Mara Okafor',
    authMethod: 'EMAIL',
    emailVerified: false,
  });
  const mail = await app().waitForMail(email, /Verify your email/);
  expect(mail.links[0]).toMatch(/^http:\/\/portal\.localhost\/verify-email\?token=[\w-]+$/);
});

test('sign-up writes account_created and stores the password only as an argon2id hash', async () => {
  const email = newAddress();
  const { user } = await app().call(signUp, { body: body(email) });

  const { db } = app().deps;
  const written = await db.select().from(activities).where(eq(activities.userId, user.id));
  expect(written.map((entry) => entry.type)).toEqual(['account_created']);
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a taken address gets the same answer, changes nothing, and its owner is told by mail', async () => {
  const owner = await app().verifiedUser();
  const fresh = await app().call(signUp, { body: body(newAddress()) });
  const taken = await app().call(signUp, { body: { ...body(owner.email), password: 'Another-pass1!' } });

  expect(Object.keys(taken.user)).toEqual(Object.keys(fresh.user));
  expect({ ...taken.user, id: '', email: '' }).toEqual({ ...fresh.user, id: '', email: '' });
  expect(taken).toMatchObject({ session: null, message: fresh.message });
  expect(taken.user.id).not.toBe(owner.user.id);
  expect((await app().waitForMail(owner.email, /already have/)).text).toContain('nothing has changed');
  await app().signIn(owner.email);
});

test('fifty sign-ups at once with one address make one account', async () => {
  const email = newAddress();
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => app().call(signUp, { body: body(email) })),
  );

  // One network may try one address only so often, and hold only so many places in the queue.
  const shown = answers.map((answer) =>
    answer.status === 'fulfilled' ? answer.value.message : answer.reason.code,
  );
  expect(shown).toContain(authMessages.signedUp);
  expect([authMessages.signedUp, 'rate_limited', 'unavailable']).toEqual(expect.arrayContaining(shown));
  const rows = await app().deps.db.select().from(users).where(eq(users.email, email));
  expect(rows).toHaveLength(1);
});

test.each([
  ['email', '', authMessages.emailRequired],
  ['email', 'mara@northwind', authMessages.emailShape],
  ['email', `${'a'.repeat(250)}@northwind.dev`, 'Email must be at most 254 characters'],
  ['email', 7, 'Email must be text'],
  ['password', '', authMessages.passwordRequired],
  ['password', 'northwind-26', authMessages.passwordRule],
  ['password', 'Short1!', authMessages.passwordRule],
  ['password', `Aa1!${'x'.repeat(200)}`, 'Password must be at most 128 characters'],
  ['fullName', '', authMessages.fullNameRequired],
  ['fullName', '   ', authMessages.fullNameBlank],
  ['fullName', 'x'.repeat(101), 'Full name must be at most 100 characters'],
  ['fullName', 'Mara\0', 'Full name contains a character that is not allowed'],
])('sign-up with %s = %j is refused on that field', async (field, value, message) => {
  const failure = await failureOf(
    app().call(signUp, { body: { ...body(newAddress()), [field]: value } as ReturnType<typeof body> }),
  );
  expect(failure).toMatchObject({ status: 422, code: 'validation_failed', fields: { [field]: message } });
});

test('a password chosen by somebody else for an unverified address does not survive its owner’s own sign-up', async () => {
  const email = newAddress('victim');
  const attackersPassword = 'Attacker-pass1!';
  await app().call(signUp, { body: { ...body(email), password: attackersPassword } });
  await app().verificationToken(email);
  const owner = app().inBrowser();
  await owner(signUp, { body: body(email) });
  const token = await app().verificationToken(email, 2);
  await owner(verifyEmail, { body: { token, type: 'email' } });

  await app().signIn(email);
  const failure = await failureOf(app().call(logIn, { body: { email, password: attackersPassword } }));
  expect(failure.code).toBe('invalid_credentials');
});
