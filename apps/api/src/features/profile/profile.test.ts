import { eitherOf } from '@ballast/contract/http/field';
import { companySizes, getProfile, profileMessages, updateProfile } from '@ballast/contract/profile';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { activities } from '../../identity/tables.ts';

const app = useTestApp();

test('a profile is saved trimmed, what is left out stays, and an empty website is removed', async () => {
  const { call, user } = await app().verifiedUser();
  const saved = await call(updateProfile, {
    body: {
      companyName: '  Northwind ',
      companySize: 'SMALL_11_50',
      useCase: 'GAMING',
      website: 'https://northwind.dev',
    },
  });
  expect(saved).toMatchObject({
    fullName: 'Mara Okafor',
    companyName: 'Northwind',
    website: 'https://northwind.dev',
  });
  expect(await call(updateProfile, { body: { website: '' } })).toMatchObject({
    website: null,
    companySize: 'SMALL_11_50',
  });
  expect(await call(getProfile)).toMatchObject({ id: user.id, website: null });
  for (const typed of ['northwind.dev', 'northwind.dev:8443/about?x=1', 'https://northwind.dev/'])
    expect(await call(updateProfile, { body: { website: typed } })).toMatchObject({
      website: typed.startsWith('https:') ? typed : `https://${typed}`,
    });
});

test('each change writes one entry that names the fields; saving the same writes none', async () => {
  const { call, user } = await app().verifiedUser();
  const body = { companyName: 'Northwind', useCase: 'OTHER' as const };
  await call(updateProfile, { body });
  await call(updateProfile, { body });
  const written = await app()
    .deps.db.select()
    .from(activities)
    .where(and(eq(activities.userId, user.id), eq(activities.type, 'profile_updated')));
  expect(written.map((entry) => entry.description)).toEqual(['Company name, use case']);
});

test('githubProfile is accepted and ignored', async () => {
  const { call } = await app().verifiedUser();
  expect(await call(updateProfile, { body: { githubProfile: 'somebody-else' } })).toMatchObject({
    githubProfile: null,
  });
});

test.each([
  ['fullName', '   ', profileMessages.fullName],
  ['companyName', '', profileMessages.companyName],
  ['companySize', '', profileMessages.companySize],
  ['companySize', 'HUGE', `Company Size must be ${eitherOf(companySizes)}`],
  ['useCase', null, profileMessages.useCase],
  ['website', 'northwind', profileMessages.website],
  ['website', 'javascript:alert(1)', profileMessages.website],
  ['website', 'mailto:ada@northwind.dev', profileMessages.website],
  ['website', 'ada@northwind.dev', profileMessages.website],
  [
    'email',
    'new@northwind.dev',
    'Unknown field. Allowed: fullName, companyName, companySize, useCase, website, githubProfile.',
  ],
])('%s = %j is refused on that field and nothing is saved', async (field, value, message) => {
  const { call } = await app().verifiedUser();
  const before = await call(getProfile);
  const failure = await failureOf(
    call(updateProfile, { body: { companyName: 'Half', [field]: value } as object }),
  );
  expect(failure).toMatchObject({ status: 422, fields: { [field]: message } });
  expect(await call(getProfile)).toEqual(before);
});
