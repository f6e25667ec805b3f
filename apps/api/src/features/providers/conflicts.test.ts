// A sign-in with a provider whose transaction is repeated or rolled back.
import { expect, test } from 'vitest';
import { whileCommitsFail } from '../../../testing/databases/failing-commits.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';

const providers = useProviderApp();

const news = /^New sign-in to your Ballast account/;

test('a sign-in with a provider that meets two conflicts counts as one mail about a new browser', async () => {
  const { app, signInWith } = providers();
  const person = newPerson();
  await signInWith('github', person);
  const refusal = { type: 'oauth_login', times: 2, code: '40001' } as const;
  const first = await whileCommitsFail(app.deps.db, refusal, () => signInWith('github', person));
  expect(first.status).toBe(200);
  // The owner is told three times a day.
  for (let times = 0; times < 2; times += 1) await signInWith('github', person);
  await app.waitForMail(person.email ?? '', news, 3);
});

test('a sign-in with a provider that is rolled back leaves no cookie of a known device', async () => {
  const { app, signInWith } = providers();
  const person = newPerson();
  const signedIn = await signInWith('github', person);
  expect(signedIn.setCookie).toMatch(/^known-device=/);
  const refusal = { type: 'oauth_login', times: 1, code: '23514' } as const;
  const failed = await whileCommitsFail(app.deps.db, refusal, () => signInWith('github', person));
  expect(failed.status).toBe(500);
  expect(failed.setCookie).toBeNull();
});
