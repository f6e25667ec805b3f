// What an owner hears of keys that expire.
import { listActivities } from '@ballast/contract/activities';
import * as contract from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertKeys } from '../../../../testing/many-keys.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { users } from '../../../identity/tables.ts';
import { expiryNoticesQueue, tellExpiries } from './expiry-notices.ts';

const app = useTestApp();

const daySeconds = 24 * 3600;
const inDays = (days: number) => new Date(app().now().getTime() + days * daySeconds * 1000);

// Several processes look at the same time, and again.
const look = async () => {
  await Promise.all([tellExpiries(app().deps), tellExpiries(app().deps)]);
  await tellExpiries(app().deps);
};

const developer = async () => {
  const { email, user, call } = await app().verifiedUser();
  const newKey = (name: string, days: number | null) =>
    call(contract.createKey, {
      body: { name, environment: 'SANDBOX', expiresAt: days === null ? null : inDays(days).toISOString() },
    });
  const again = async () => (await app().signIn(email)).call;
  // All mails about keys, the oldest first, once there are so many.
  const subjects = (count: number) =>
    waitFor(`${count} mails about keys`, async () => {
      const mails = (await app().mails()).filter(
        ({ to, subject }) => to === email && /API key/.test(subject),
      );
      if (mails.length < count) throw new Error(`there are ${mails.length}`);
      return mails.map(({ subject }) => subject).toReversed();
    });
  const expiries = async () => {
    const log = await (await again())(listActivities, { query: { category: 'api_key' } });
    return log.filter(({ type }) => type === 'key_expired').map(({ description }) => description);
  };
  return { email, user, call, newKey, again, subjects, expiries };
};

test('an owner is told 14 and 3 days before and when a key expires, once each, and anew for another expiry', async () => {
  const { newKey, again, subjects, expiries } = await developer();
  const { id } = await newKey('Checkout', 20);
  await newKey('for ever', null);
  await look();
  app().skipSeconds(6 * daySeconds);
  await look();
  const soon = 'Your Ballast API key "Checkout" expires within 14 days';
  expect(await subjects(1)).toEqual([soon]);
  app().skipSeconds(11 * daySeconds);
  await look();
  const sooner = 'Your Ballast API key "Checkout" expires within 3 days';
  expect(await subjects(2)).toEqual([soon, sooner]);
  expect(await expiries()).toEqual([]);
  app().skipSeconds(3 * daySeconds);
  await look();
  const over = 'Your Ballast API key "Checkout" has expired';
  expect(await subjects(3)).toEqual([soon, sooner, over]);
  expect(await expiries()).toEqual(['Checkout']);

  // Of an expiry that one has just chosen, only what lies ahead is told.
  const expiresAt = inDays(7).toISOString();
  await (await again())(contract.updateKey, { params: { id }, body: { expiresAt } });
  await look();
  app().skipSeconds(4 * daySeconds);
  await look();
  expect(await subjects(4)).toEqual([soon, sooner, over, sooner]);
  // A process that was away for long tells the last alone.
  app().skipSeconds(30 * daySeconds);
  await look();
  expect(await subjects(5)).toEqual([soon, sooner, over, sooner, over]);
  expect(await expiries()).toEqual(['Checkout', 'Checkout']);
});

test('the mail says which key expires when, and leads to it; of many keys it is one mail', async () => {
  const { email, user, newKey, subjects } = await developer();
  const { id, key } = await newKey('Till', 15);
  const expires = inDays(15);
  app().skipSeconds(2 * daySeconds);
  await app().deps.jobs.enqueue(app().deps.db, expiryNoticesQueue, {});
  const mail = await app().waitForMail(email, /expires within 14 days/);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expires);
  expect(mail.text).toContain(`"Till" (sandbox) expires on ${day} at `);
  expect(mail.text).toContain(`/dashboard/keys/${id}`);
  expect(mail.text).not.toContain(key.slice(10));

  await insertKeys(app().deps, user.id, 205, (n) => ({ name: `key ${n}`, expiresAt: inDays(2 + n / 1000) }));
  await look();
  const sent = await subjects(3);
  expect(sent.slice(1).toSorted()).toEqual([
    '200 of your Ballast API keys expire within 3 days',
    '5 of your Ballast API keys expire within 3 days',
  ]);
  const { text } = await app().waitForMail(email, /^200 of your/);
  expect(text).toContain('So do 190 more.');
});

test('a deleted key and an account that is to be deleted are not told of', async () => {
  const { user, call, newKey, subjects, expiries } = await developer();
  const deleted = await newKey('deleted', 15);
  await newKey('kept', 15);
  await call(contract.deleteKey, { params: { id: deleted.id } });
  const leave = (deletesAt: Date | null) =>
    app().deps.db.update(users).set({ deletesAt }).where(eq(users.id, user.id));
  await leave(inDays(30));
  app().skipSeconds(15 * daySeconds);
  await look();
  expect(await subjects(0)).toEqual([]);
  await leave(null);
  await look();
  expect(await subjects(1)).toEqual(['Your Ballast API key "kept" has expired']);
  expect(await expiries()).toEqual(['kept']);
});

test('an owner is told when a production key may do more than before', async () => {
  const { email, call } = await developer();
  await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const body = { name: 'live', environment: 'PRODUCTION', scopes: ['payments:read'] } as const;
  const { id } = await call(contract.createKey, { body: { ...body, scopes: [...body.scopes] } });
  const change = (scopes: string[] | null, name: string) =>
    call(contract.updateKey, { params: { id }, body: { scopes, name } });
  await change(['payments:read', 'payouts:write'], 'wide');
  await app().waitForMail(email, /^A production key’s restrictions were loosened on your Ballast account$/);
  await change(['payments:read'], 'narrow');
  await change(null, 'open');
  const mail = await app().waitForMail(email, /^A production key’s restrictions were loosened/, 2);
  expect(mail.text).toContain('"open"');
});
