import { listActivities } from '@ballast/contract/activities';
import { factorLimits } from '@ballast/contract/auth/second-factors';
import * as contract from '@ballast/contract/keys/api-keys';
import { type GivenRestrictions, listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import { updateProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onPostgres } from '../../../../testing/databases/database.ts';
import { somebodyToWait } from '../../../../testing/databases/lock-wait.ts';
import { failureOf, useTestApp } from '../../../../testing/test-app.ts';
import { apiKeys } from '../../../key-check/tables.ts';

const app = useTestApp();

const newKey = (given: GivenRestrictions = {}, environment: contract.Environment = 'SANDBOX') => ({
  body: { name: `key ${crypto.randomUUID()}`, environment, ...given },
});
const inDays = (days: number) => new Date(app().now().getTime() + days * 24 * 3600 * 1000).toISOString();

const unrestricted = { expiresAt: null, scopes: null, allowedNetworks: null, status: 'ACTIVE' };

test('a key that nobody restricts expires never, has all scopes and may be used from anywhere', async () => {
  const { call } = await app().verifiedUser();
  const key = await call(contract.createKey, newKey());
  expect(key).toMatchObject(unrestricted);
  expect(await call(contract.rotateKey, { params: { id: key.id } })).toMatchObject(unrestricted);
});

test('a key is restricted when it is made, and every answer says so', async () => {
  const { call } = await app().verifiedUser();
  const expiresAt = inDays(30);
  const given = {
    expiresAt: expiresAt.replace('Z', '+00:00'),
    scopes: ['payments:read', 'balances:read'],
    allowedNetworks: ['203.0.113.7', ' 198.51.100.0/24', '2001:DB8::/32', '::1'],
  };
  const restricted = {
    expiresAt,
    scopes: ['payments:read', 'balances:read'],
    allowedNetworks: ['203.0.113.7/32', '198.51.100.0/24', '2001:db8::/32', '::1/128'],
    status: 'ACTIVE',
  };
  const key = await call(contract.createKey, newKey(given));
  const params = { id: key.id };
  expect(key).toMatchObject(restricted);
  expect(await call(contract.getKey, { params })).toMatchObject(restricted);
  expect(await call(contract.listKeys, { query: {} })).toMatchObject([restricted]);
  expect(await call(contract.rotateKey, { params })).toMatchObject(restricted);
  expect(await call(contract.updateKey, { params, body: { name: 'only renamed' } })).toMatchObject(
    restricted,
  );
});

let asker: ReturnType<ReturnType<typeof app>['verifiedUser']> | undefined;
const many = (count: number) => Array.from({ length: count }, (_, at) => `10.0.${at}.0/24`);

test.each<[string, GivenRestrictions, RegExp]>([
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }, /^expiresAt must be in the future; null means never$/],
  ['expiresAt', { expiresAt: 'tomorrow' }, /^expiresAt must be a time, such as/],
  ['expiresAt', { expiresAt: '2999-01-01' }, /^expiresAt must be a time, such as/],
  ['expiresAt', { expiresAt: 4102444800 as never }, /^expiresAt must be a time, such as/],
  ['scopes', { scopes: [] }, /at least one scope; null allows all scopes$/],
  [
    'scopes',
    { scopes: ['payments:all'] },
    /^The scope "payments:all" does not exist. Allowed are balances:read, /,
  ],
  ['scopes', { scopes: ['payments:read', 'payments:read'] }, /^scopes must not name payments:read twice$/],
  ['scopes', { scopes: 'payments:read' as never }, /^scopes must be a list of scopes/],
  ['scopes', { scopes: [7 as never] }, /^A scope must be text$/],
  ['allowedNetworks', { allowedNetworks: [] }, /at least one network; null allows any address$/],
  [
    'allowedNetworks',
    { allowedNetworks: ['10.0.0.0/33'] },
    /^"10.0.0.0\/33" must be an address or a network/,
  ],
  ['allowedNetworks', { allowedNetworks: ['office.example'] }, /must be an address or a network/],
  [
    'allowedNetworks',
    { allowedNetworks: ['203.0.113.7', '203.0.113.7/32'] },
    /must not name 203.0.113.7\/32 twice$/,
  ],
  [
    'allowedNetworks',
    { allowedNetworks: ['::ffff:10.0.0.1', '10.0.0.1'] },
    /must not name 10.0.0.1\/32 twice$/,
  ],
  [
    'allowedNetworks',
    { allowedNetworks: ['203.0.113.7/24'] },
    /write 203.0.113.0\/24 for the network, or 203.0.113.7 for this address alone$/,
  ],
  ['allowedNetworks', { allowedNetworks: ['2001:db8::1/64'] }, /write 2001:db8::\/64 for the network/],
  ['allowedNetworks', { allowedNetworks: many(101) }, /at most 100 networks$/],
  ['allowedNetworks', { allowedNetworks: [null as never] }, /^A network must be text$/],
])('%s is refused in %j, for a new key and a changed one', async (field, given, message) => {
  asker ??= app().verifiedUser();
  const { call } = await asker;
  const key = await call(contract.createKey, newKey());
  const attempts = [
    () => call(contract.createKey, newKey(given)),
    () => call(contract.updateKey, { params: { id: key.id }, body: given }),
  ];
  for (const attempt of attempts) {
    const { status, code, fields } = await failureOf(attempt());
    expect({ status, code, fields }).toEqual({
      status: 422,
      code: 'validation_failed',
      fields: { [field]: expect.stringMatching(message) },
    });
  }
  expect((await call(contract.listKeys, { query: {} }))[0]).toEqual(key);
  await call(contract.deleteKey, { params: { id: key.id } });
});

test('any part of a key is changed alone, null lifts a restriction, and the log says so in words', async () => {
  const { call } = await app().verifiedUser();
  const { id } = await call(contract.createKey, { body: { name: 'Checkout', environment: 'SANDBOX' } });
  const change = (body: GivenRestrictions & { name?: string }) => {
    app().skipSeconds(1);
    return call(contract.updateKey, { params: { id }, body });
  };
  const scopes = ['payments:read'];
  const expiresAt = '2999-01-02T03:04:05.678Z';
  expect(await change({ scopes })).toMatchObject({ ...unrestricted, scopes });
  expect(await change({ allowedNetworks: many(100) })).toMatchObject({ scopes, allowedNetworks: many(100) });
  expect(await change({ expiresAt, allowedNetworks: ['10.0.0.0/8'] })).toMatchObject({ expiresAt, scopes });
  // What is the same as before is no change.
  expect(
    await change({ expiresAt: '2999-01-02T04:04:05.678+01:00', scopes, name: 'Checkout' }),
  ).toMatchObject({
    expiresAt,
    scopes,
    allowedNetworks: ['10.0.0.0/8'],
  });
  expect(await change({ name: 'Till' })).toMatchObject({ name: 'Till', expiresAt, scopes });
  expect(await change({ expiresAt: null, scopes: null, allowedNetworks: null })).toMatchObject({
    ...unrestricted,
    name: 'Till',
  });
  expect((await failureOf(change({}))).fields.name).toMatch(
    /^Please say what is to change: name, expiresAt, scopes or/,
  );
  const log = await call(listActivities, { query: { category: 'api_key', keyId: id } });
  expect(
    log.map(({ type, description, environment }) => [type, description, environment]).toReversed(),
  ).toEqual([
    ['key_created', 'Checkout', 'SANDBOX'],
    ['key_restricted', 'Checkout is limited to payments:read', 'SANDBOX'],
    ['key_restricted', 'Checkout may only be used from 100 networks', 'SANDBOX'],
    [
      'key_restricted',
      'Checkout expires at 2999-01-02 03:04 UTC; may only be used from 10.0.0.0/8',
      'SANDBOX',
    ],
    ['key_updated', 'Checkout is now Till', 'SANDBOX'],
    ['key_restricted', 'Till never expires; has all scopes; may be used from any address', 'SANDBOX'],
  ]);
});

test('the log says with what restrictions a key was made', async () => {
  const { call } = await app().verifiedUser();
  const given = { expiresAt: '2999-01-02T03:04:05.678Z', scopes: ['payments:read'] };
  const { id, name } = await call(contract.createKey, newKey(given));
  const plain = await call(contract.createKey, {
    body: { name: 'plain', environment: 'SANDBOX', expiresAt: null, scopes: null },
  });
  const describedAs = async (keyId: string) =>
    (await call(listActivities, { query: { keyId } })).map(({ description }) => description);
  expect(await describedAs(id)).toEqual([
    `${name} expires at 2999-01-02 03:04 UTC; is limited to payments:read`,
  ]);
  expect(await describedAs(plain.id)).toEqual(['plain']);
});

test('a name that an expired key has is refused with what to do', async () => {
  const { email, call } = await app().verifiedUser();
  const named = (name: string) => ({ body: { name, environment: 'SANDBOX' as const } });
  await call(contract.createKey, { body: { ...named('Nightly').body, expiresAt: inDays(1) } });
  app().skipSeconds(24 * 3600);
  const { call: later } = await app().signIn(email);
  const message = 'An expired key has the name "nightly". Rename or delete that key, or choose another name';
  const again = await failureOf(later(contract.createKey, named('nightly')));
  expect([again.status, again.fields]).toEqual([409, { name: message }]);
  const { id } = await later(contract.createKey, named('Daily'));
  const renamed = later(contract.updateKey, { params: { id }, body: { name: 'nightly' } });
  expect((await failureOf(renamed)).message).toBe(message);
  const twice = await failureOf(later(contract.createKey, named('Daily')));
  expect(twice.message).toBe('An active key with the name "Daily" already exists');
});

test('an expired key stays in the list, and a later expiry or none brings it back', async () => {
  const { email, call } = await app().verifiedUser();
  const { id } = await call(contract.createKey, newKey({ expiresAt: inDays(1) }));
  const dayLater = async () => {
    app().skipSeconds(24 * 3600);
    const { call: later } = await app().signIn(email);
    const [key] = await later(contract.listKeys, { query: {} });
    const change = (expiresAt: string | null) =>
      later(contract.updateKey, { params: { id }, body: { expiresAt } });
    return { key, change };
  };
  const first = await dayLater();
  expect(first.key).toMatchObject({ status: 'EXPIRED', isActive: false });
  expect((await failureOf(first.change(inDays(0)))).fields.expiresAt).toMatch(/future/);
  expect(await first.change(inDays(1))).toMatchObject({ status: 'ACTIVE', isActive: true });
  const second = await dayLater();
  expect(second.key).toMatchObject({ status: 'EXPIRED' });
  expect(await second.change(null)).toMatchObject({ status: 'ACTIVE', expiresAt: null });
});

test('the scopes to choose from are listed with what they are for', async () => {
  const { call } = await app().verifiedUser();
  const scopes = await call(listKeyScopes);
  expect(scopes).toContainEqual({ scope: 'balances:read', description: 'See balances' });
  const key = await call(contract.createKey, newKey({ scopes: scopes.map(({ scope }) => scope) }));
  expect(key.scopes).toHaveLength(scopes.length);
});

// Only a database with several connections shows it.
test.runIf(onPostgres())(
  'a change that waits while the key is restricted loosens nothing without a proof',
  async () => {
    const { call } = await app().verifiedUser();
    await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
    const { id } = await call(contract.createKey, newKey({}, 'PRODUCTION'));
    app().skipSeconds(factorLimits.freshMinutes * 60 + 1);
    const { db } = app().deps;
    let refusal: ReturnType<typeof failureOf> | undefined;
    await db.transaction(async (tx) => {
      await tx
        .update(apiKeys)
        .set({ allowedNetworks: ['10.1.0.0/16'] })
        .where(eq(apiKeys.id, id));
      refusal = failureOf(
        call(contract.updateKey, { params: { id }, body: { allowedNetworks: ['10.0.0.0/8'] } }),
      );
      await Promise.race([somebodyToWait(db), refusal]);
    });
    expect(await refusal).toMatchObject({ status: 403, code: 'reauthentication_required' });
  },
);

test('a copy of an old session can restrict a production key further, and loosen nothing', async () => {
  const { email, call } = await app().verifiedUser();
  await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const given = {
    expiresAt: inDays(30),
    scopes: ['payments:read', 'balances:read'],
    allowedNetworks: ['10.0.0.0/8'],
  };
  const { id } = await call(contract.createKey, newKey(given, 'PRODUCTION'));
  app().skipSeconds(factorLimits.freshMinutes * 60 + 1);
  const change = (by: typeof call, body: GivenRestrictions) =>
    by(contract.updateKey, { params: { id }, body });

  const tighter = {
    expiresAt: inDays(20),
    scopes: ['payments:read'],
    allowedNetworks: ['10.2.0.0/16', '10.1.0.0/16'],
  };
  expect(await change(call, tighter)).toMatchObject(tighter);
  const looser: GivenRestrictions[] = [
    { expiresAt: null },
    { expiresAt: inDays(21) },
    { scopes: null },
    { scopes: ['payments:read', 'balances:read'] },
    { scopes: ['balances:read'] },
    { allowedNetworks: null },
    { allowedNetworks: ['10.0.0.0/8'] },
    { allowedNetworks: ['10.1.0.0/16', '203.0.113.7'] },
  ];
  for (const body of looser) {
    expect(await failureOf(change(call, body)), JSON.stringify(body)).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
    });
  }
  // What is refused anyway is refused before a proof is asked for.
  expect((await failureOf(change(call, { scopes: ['payments:all'] }))).status).toBe(422);
  const { call: fresh } = await app().signIn(email);
  expect(await fresh(contract.getKey, { params: { id } })).toMatchObject(tighter);
  for (const body of looser) await change(fresh, body);
});
