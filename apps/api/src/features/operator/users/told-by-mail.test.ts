// Those who are suspended or deleted by an operator learn it by mail, although they can no longer sign in.
import { createKey } from '@ballast/contract/keys/api-keys';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperator } from '../../../../testing/operator.ts';
import { useTestApp } from '../../../../testing/test-app.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const reason = 'Card testing, ticket 4711';
const suspend = (who: string) => operator.run('users', 'suspend', who, '--reason', reason);
const erase = (who: string) => operator.run('users', 'delete', who, '--reason', reason, '--yes');
const suspended = /^Your Ballast account is suspended$/;
const erased = /^Your Ballast account was deleted$/;
const subjectsTo = async (email: string) =>
  (await app().mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

test('a person who is suspended gets one mail, without the reason, and another one when they are deleted', async () => {
  const { email, call } = await app().verifiedUser();
  await call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
  expect(await suspend(email)).toMatchObject({ exitCode: 0 });
  const { text } = await app().waitForMail(email, suspended);
  expect(text).toContain('support@ballast.example');
  expect(text).not.toContain('4711');
  // A second time changes nothing, and tells nobody.
  expect(await suspend(email)).toMatchObject({ exitCode: 1 });

  expect(await erase(email)).toMatchObject({ exitCode: 0 });
  const last = await app().waitForMail(email, erased);
  expect(last.text).not.toContain('4711');
  expect((await subjectsTo(email)).filter((subject) => suspended.test(subject))).toHaveLength(1);
});

test('so does one who is deleted at once, or who was leaving already', async () => {
  const [plain, leaving] = [await app().verifiedUser(), await app().verifiedUser()];
  await app().deps.db.execute(
    sql`update users set deletes_at = now() + interval '5 days' where id = ${leaving.user.id}`,
  );
  for (const { email } of [plain, leaving]) {
    expect(await erase(email)).toMatchObject({ exitCode: 0 });
    await app().waitForMail(email, erased);
  }
});

test('an address that nobody verified gets none: its reader may be a stranger', async () => {
  const email = await app().signUpUnverified();
  await suspend(email);
  await erase(email);
  // This one is sent later, so the others would be there.
  const { email: other } = await app().verifiedUser();
  await erase(other);
  await app().waitForMail(other, erased);
  const subjects = await subjectsTo(email);
  expect(subjects.some((subject) => suspended.test(subject) || erased.test(subject))).toBe(false);
});
