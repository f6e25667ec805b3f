// Text that rewrites what others read, and values that no database takes, come through the front door.
import { listActivities } from '@ballast/contract/activities';
import { changeEmail, forgotPassword, signUp } from '@ballast/contract/auth/auth';
import { startCliAuth } from '@ballast/contract/cli/cli-auth';
import { createKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { growthOfWork, linearAtMost } from '../../../testing/growth-of-work.ts';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

// Nobody here changes what another test looks at, so one account does for all of them.
let person: ReturnType<ReturnType<typeof app>['verifiedUser']> | undefined;
const developer = () => {
  person ??= app().verifiedUser();
  return person;
};

const libraryCall = async (path: string, body: object) => {
  const answer = await app().post(`/auth/v1/${path}`, JSON.stringify(body));
  return { status: answer.status, body: await answer.text() };
};

test('row 8: a malformed code_challenge is refused alike for every address, before any is looked up', async () => {
  const { email: verified } = await app().verifiedUser();
  const unverified = await app().signUpUnverified();
  const unknown = newAddress('unknown');
  for (const code_challenge of [
    '\u0000',
    'short',
    'x'.repeat(129),
    `${'x'.repeat(43)}\n`,
    '\ud800'.repeat(43),
  ]) {
    for (const path of ['signup', 'recover', 'resend']) {
      const answers = await Promise.all(
        [verified, unverified, unknown].map((email) =>
          libraryCall(path, {
            email,
            password,
            type: 'signup',
            code_challenge,
            code_challenge_method: 's256',
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({
        fields: { code_challenge: expect.stringContaining('43 to 128') },
      });
    }
  }
});

const phishing = 'Your wallet is frozen';

test('row 12: a name with a line break or the address of a page is refused', async () => {
  const body = { email: newAddress(), password, authMethod: 'EMAIL' as const };
  for (const fullName of [
    `${phishing}\nhttps://evil.example`,
    'Open https://evil',
    'www.evil.example',
    'evil.example/now',
  ]) {
    const { status, fields } = await failureOf(app().call(signUp, { body: { ...body, fullName } }));
    expect([status, Object.keys(fields)]).toEqual([422, ['fullName']]);
  }
  const { call } = await app().verifiedUser();
  for (const fullName of ['J.R.R. Tolkien', 'Zoë O’Hara-Łukasz', '山田 太郎', 'می‌خواهم', '👩‍👩‍👧‍👦'])
    expect(await call(updateProfile, { body: { fullName } })).toMatchObject({ fullName });
  // No mail carries a company.
  for (const companyName of ['Booking.com', 'Booking.com/EU'])
    expect(await call(updateProfile, { body: { companyName } })).toMatchObject({ companyName });
});

test('row 12: no mail to an address that is not proven carries a word of whoever caused it', async () => {
  const victim = newAddress('victim');
  await app().call(signUp, { body: { email: victim, password, fullName: phishing, authMethod: 'EMAIL' } });
  await app().waitForMail(victim, /^Verify/);
  await app().call(forgotPassword, { body: { email: victim } });
  await app().waitForMail(victim, /^Reset/);

  const attacker = await app().verifiedUser();
  await attacker.call(updateProfile, { body: { fullName: phishing } });
  const elsewhere = newAddress('elsewhere');
  await attacker.call(changeEmail, { body: { newEmail: elsewhere } });
  await app().waitForMail(elsewhere, /^Confirm/);
  for (const { to, text, html } of await app().mails()) {
    if (to !== victim && to !== elsewhere) continue;
    expect(text).toContain('Hi,');
    expect(text + html).not.toContain(phishing);
  }
});

const rewriting = [
  'a\u001b[2K\u001b[1Ab',
  'a\u009b31mb',
  'a\u007fb',
  'a\rb',
  'a\u202eb',
  'a\u2066b',
  'a\u200bb',
  'a\ufeffb',
  'a\u0000b',
  'a\ud800b',
];

test.each(rewriting)('row 16: %j is refused wherever a person types', async (text) => {
  const { call } = await developer();
  const key = await call(createKey, {
    body: { name: `plain ${crypto.randomUUID()}`, environment: 'SANDBOX' },
  });
  const state = crypto.randomUUID().repeat(2).slice(0, 43);
  const reason = `We onboard three merchants ${text}`;
  const refusals = {
    name: () => call(createKey, { body: { name: text, environment: 'SANDBOX' } }),
    fullName: () => call(updateProfile, { body: { fullName: text } }),
    companyName: () => call(updateProfile, { body: { companyName: text } }),
    website: () => call(updateProfile, { body: { website: `https://a.example/${text}` } }),
    deviceName: () =>
      call(startCliAuth, { body: { state, codeChallenge: state, deviceName: text } as never }),
    // A justification may have several lines.
    ...(text.includes('\r')
      ? {}
      : {
          reason: () =>
            call(requestRateLimit, { params: { id: key.id }, body: { requestedLimit: 10, reason } }),
        }),
  };
  for (const [field, send] of Object.entries(refusals)) {
    const { status, fields } = await failureOf(send());
    expect([field, status, Object.keys(fields)]).toEqual([field, 422, [field]]);
    expect(fields[field]).toMatch(/contains a character that is not allowed$/);
  }
});

test('text is kept in one form of its letters, and a justification keeps its lines', async () => {
  const { call } = await developer();
  await call(updateProfile, { body: { fullName: 'Jose\u0301' } });
  expect((await call(getProfile)).fullName).toBe('Jos\u00e9');
  const key = await call(createKey, { body: { name: 'lines', environment: 'SANDBOX' } });
  const body = { requestedLimit: 10, reason: 'First of three lines\r\nsecond\tline\nthird' };
  const { request } = await call(requestRateLimit, { params: { id: key.id }, body });
  expect(request.reason).toBe('First of three lines\nsecond line\nthird');
});

test('row 16: a user agent is kept without the controls that its bytes may spell', async () => {
  const { call } = await developer();
  const key = await call(createKey, { body: { name: 'agent', environment: 'SANDBOX' } });
  const headers = { authorization: `Bearer ${key.key}`, 'user-agent': 'curl\u009b2J\u0090x/8' };
  await fetch(`${app().url}/v1/key-check`, { headers });
  await app().deps.keyCheck.flushUsage();
  const { lastUse } = await call(getKeyUsage, { params: { id: key.id }, query: { window: '24h' } });
  expect(lastUse?.userAgent).toBe('curl2Jx/8');
});

const cursor = (text: string) => Buffer.from(text).toString('base64url');
const id = crypto.randomUUID();

test.each([
  { after: '0000-01-01T00:00:00Z' },
  { after: '0001-01-01T00:00:00+01:00' },
  { after: '9999-12-31T23:59:59-23:59' },
  { after: '2026-02-30T00:00:00Z' },
  { cursor: cursor('-'.repeat(36)) },
  { cursor: cursor(`${'-'.repeat(24)} ${'-'.repeat(36)}`) },
  { cursor: cursor(`2026-01-01T00:00:00.000Z ${'-'.repeat(36)}`) },
  { cursor: cursor(`0000-01-01T00:00:00.000Z ${id}`) },
  { cursor: cursor(`2026-02-30T00:00:00.000Z ${id}`) },
  { cursor: cursor(`2026-01-01T00:00:00.000Z\0${id}`) },
  { cursor: Buffer.from([0xff, 0xfe, 0, 0x20, 0xd8]).toString('base64url') },
  { limit: '1e9' },
  { limit: '9'.repeat(400) },
])('row 21: %j is refused with its field', async (query) => {
  const { call } = await developer();
  const { status, fields } = await failureOf(call(listActivities, { query: query as object }));
  expect([status, Object.keys(fields)]).toEqual([422, Object.keys(query)]);
});

test('a name of thousands of accents takes no more work than its length', async () => {
  const send = async (accents: number) => {
    const body = { email: newAddress(), password, fullName: `a${'\u0301\u0323'.repeat(accents / 2)}` };
    expect((await app().post('/auth/signup', JSON.stringify(body))).status).toBe(422);
  };
  expect(await growthOfWork(send, 32_000)).toBeLessThan(linearAtMost);
});

test('more accents on one letter than any language has are not allowed', async () => {
  const { call } = await developer();
  const accented = (count: number) =>
    call(updateProfile, { body: { fullName: `a${'\u0301'.repeat(count)}` } });
  expect((await failureOf(accented(31))).fields.fullName).toBe(
    'Full Name contains a character that is not allowed',
  );
  await accented(30);
});

test('an address holds ASCII alone: a letter that would become another one is refused', async () => {
  const kelvin = '\u212a';
  const { email } = await app().verifiedUser(newAddress('karla'));
  const alike = email.replace('k', kelvin);
  expect(alike.normalize('NFC').toLowerCase()).toBe(email);
  const body = { email: alike, password, fullName: 'Karla Weber', authMethod: 'EMAIL' } as const;
  const refusals = [
    await failureOf(app().call(signUp, { body })),
    await failureOf(app().call(forgotPassword, { body: { email: alike } })),
    await failureOf((await developer()).call(changeEmail, { body: { newEmail: alike } })),
  ];
  for (const { status, fields } of refusals) {
    expect(status).toBe(422);
    expect(Object.values(fields)).toEqual([expect.stringContaining('Please enter a valid email')]);
  }
  for (const path of ['signup', 'recover', 'token?grant_type=password'])
    expect((await libraryCall(path, { email: alike, password })).status).toBe(400);
});
