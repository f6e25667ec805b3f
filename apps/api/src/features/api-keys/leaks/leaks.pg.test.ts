// Keys that were found in public, reported by a service that signs like GitHub's secret scanning, and by people.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listActivities } from '@ballast/contract/activities';
import * as contract from '@ballast/contract/keys/api-keys';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import { updateProfile } from '@ballast/contract/profile';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { afterAll, expect, test } from 'vitest';
import { newSigner, publicKeysOf, sendReport } from '../../../../testing/servers/leak-sender.ts';
import { failureOf, startTestApp, useTestApp } from '../../../../testing/test-app.ts';
import { makeKeySecret } from '../../../key-check/key-secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'ballast-leaks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const keysFile = join(folder, 'keys.json');
const signer = newSigner('scanner');
writeFileSync(keysFile, publicKeysOf(signer));
const app = useTestApp({ env: { LEAK_REPORT_KEYS_FILE: keysFile, LIMITS: 'key_leaks_per_address=20' } });

const day = 24 * 3600;
const url = 'https://github.com/northwind/till/blob/main/.env';
const type = 'ballast_api_key';
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const reportOf = (...tokens: string[]) =>
  JSON.stringify(tokens.map((token) => ({ token, type, url, source: 'content' })));
const send = (body: string, headers = signer.headersFor(body), portal = app()) =>
  sendReport(portal.url, body, headers);
const report = async (...tokens: string[]) => {
  const answer = await send(reportOf(...tokens));
  expect(answer.status).toBe(200);
  return (await answer.json()) as { token_hash: string; token_type: string; label: string }[];
};
const isTrue = (token: string) => ({ token_hash: hashOf(token), token_type: type, label: 'true_positive' });

const newKey = async (environment: contract.Environment = 'SANDBOX', portal = app()) => {
  const user = await portal.verifiedUser();
  await user.call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const key = await user.call(contract.createKey, { body: { name: 'till', environment } });
  const entries = async () =>
    (await user.call(listActivities, { query: {} }))
      .filter(({ type }) => type === 'key_leaked')
      .map(({ description }) => description);
  const mails = async () =>
    (await portal.mails()).filter(({ to, subject }) => to === user.email && /in public/.test(subject));
  return { ...user, key, params: { id: key.id }, entries, mails };
};
const statusOf = async (value: string, portal = app()) =>
  (await fetch(`${portal.url}/v1/key-check`, { headers: { 'x-api-key': value } })).status;
const inSeconds = (seconds: number) => new Date(app().now().getTime() + seconds * 1000).toISOString();

test('a sandbox key that was found is revoked at once, and its owner is told where it was', async () => {
  const { call, key, email, params, entries, mails } = await newKey();
  expect(await statusOf(key.key)).toBe(200);
  expect(await report(key.key)).toEqual([isTrue(key.key)]);
  expect(await statusOf(key.key)).toBe(401);
  expect(await failureOf(call(contract.getKey, { params }))).toMatchObject({ status: 404 });
  expect(await entries()).toEqual([`till, found in public and revoked: ${url}`]);
  const mail = await app().waitForMail(email, /A sandbox key of your .* was found in public/);
  expect(mail.text).toContain(`We revoked the key`);
  expect(mail.text).toContain(url);
  for (const secret of [key.key, key.key.slice(10)]) {
    expect(mail.text + mail.html).not.toContain(secret);
    expect(readPortalLogs()).not.toContain(secret);
  }
  // The same report again gets the same answer and does nothing.
  expect(await report(key.key)).toEqual([isTrue(key.key)]);
  expect(await entries()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test('a production key that was found is rotated, the old value passes for a day, and the key says so meanwhile', async () => {
  const { call, key, email, params, entries } = await newKey('PRODUCTION');
  await report(key.key);
  const shown = await call(contract.getKey, { params });
  const leakedAt = app().now().toISOString();
  expect(shown).toMatchObject({ leakedAt, previous: { endsAt: inSeconds(day) } });
  expect(shown.key).not.toBe(key.key);
  expect(await call(contract.listKeys, { query: {} })).toMatchObject([{ leakedAt }]);
  expect([await statusOf(key.key), await statusOf(shown.key)]).toEqual([200, 200]);
  expect((await app().waitForMail(email, /in public/)).text).toContain('We created a new key');
  await report(key.key);
  expect(await entries()).toEqual([
    `till, found in public and rotated, the old value passes for 24 hours: ${url}`,
  ]);
  expect((await call(contract.getKey, { params })).key).toBe(shown.key);
  // The warning goes with the value that was found.
  expect(await call(contract.endGrace, { params })).toMatchObject({ leakedAt: null, previous: null });
});

test('where owners are only told, the warning stays until the value is replaced', async () => {
  const env = { LEAK_REPORT_KEYS_FILE: keysFile, LEAK_POLICY_SANDBOX: 'notify' };
  const telling = await startTestApp({ env });
  try {
    const { call, key, params, entries } = await newKey('SANDBOX', telling);
    const body = reportOf(key.key);
    for (let i = 0; i < 2; i += 1) await send(body, signer.headersFor(body), telling);
    expect(await statusOf(key.key, telling)).toBe(200);
    expect(await call(contract.getKey, { params })).toMatchObject({
      key: key.key,
      leakedAt: telling.now().toISOString(),
    });
    expect(await entries()).toEqual([`till, found in public: ${url}`]);
    const rotation = { params, body: { graceSeconds: 3600 } } as const;
    expect((await call(contract.rotateKey, rotation)).leakedAt).not.toBeNull();
    expect((await call(contract.rotateKey, { params })).leakedAt).toBeNull();
  } finally {
    await telling.stop();
  }
});

test('an old value in its grace that was found ends within a day in production, and at once in the sandbox', async () => {
  const live = await newKey('PRODUCTION');
  const grace = { graceSeconds: 604800 } as const;
  const rotated = await live.call(contract.rotateKey, { params: live.params, body: grace });
  await report(live.key.key);
  expect(await live.call(contract.getKey, { params: live.params })).toMatchObject({
    key: rotated.key,
    leakedAt: app().now().toISOString(),
    previous: { endsAt: inSeconds(day) },
  });
  const sandbox = await newKey();
  const { key } = await sandbox.call(contract.rotateKey, { params: sandbox.params, body: grace });
  expect(await report(sandbox.key.key)).toEqual([isTrue(sandbox.key.key)]);
  expect([await statusOf(sandbox.key.key), await statusOf(key)]).toEqual([401, 200]);
  expect(await sandbox.call(contract.getKey, { params: sandbox.params })).toMatchObject({
    leakedAt: null,
    previous: null,
  });
});

test('what was a key of ours is a true find without effect, and anything else a false one', async () => {
  const rotated = await newKey();
  const { key } = await rotated.call(contract.rotateKey, { params: rotated.params });
  const deleted = await newKey();
  await deleted.call(contract.deleteKey, { params: deleted.params });
  const others = [makeKeySecret('SANDBOX'), key.slice(0, -1), 'ghp_token', ''];
  const answers = await report(rotated.key.key, deleted.key.key, ...others);
  expect(answers.map(({ label }) => label)).toEqual([
    'true_positive',
    'true_positive',
    ...others.map(() => 'false_positive'),
  ]);
  expect(await statusOf(key)).toBe(200);
  expect([await rotated.entries(), await deleted.entries()]).toEqual([[], []]);
});

test('reports of the same value at the same moment have one effect', async () => {
  const { key, call, params, entries, email, mails } = await newKey('PRODUCTION');
  const body = reportOf(key.key, key.key);
  const headers = signer.headersFor(body);
  // One network may send so many at once.
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(body, headers)));
  for (const answer of answers) expect(await answer.json()).toEqual([isTrue(key.key), isTrue(key.key)]);
  expect(await entries()).toHaveLength(1);
  await app().waitForMail(email, /in public/);
  expect(await mails()).toHaveLength(1);
  expect(await call(contract.getKey, { params })).toMatchObject({ previous: { endsAt: inSeconds(day) } });
});

test('an unsigned, foreign, changed or huge report is refused and does nothing', async () => {
  const { key, entries } = await newKey();
  const body = reportOf(key.key);
  const good = signer.headersFor(body);
  const signature = good['github-public-key-signature'];
  const { 'github-public-key-signature': _, ...unsigned } = good;
  const foreign = newSigner('scanner').headersFor(body);
  const wrong = [
    {},
    { 'content-type': 'application/json' },
    unsigned,
    foreign,
    signer.headersFor(`${body} `),
    newSigner('nobody').headersFor(body),
    { ...good, 'github-public-key-identifier': '__proto__' },
    ...['', 'AAAA', '!', `${signature}AAAA`, signature.slice(4), 'A'.repeat(5000)].map((text) => ({
      ...good,
      'github-public-key-signature': text,
    })),
  ];
  for (const headers of wrong) {
    const answer = await send(body, headers as typeof good);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'signature_invalid' });
  }
  for (const changed of [`${body} `, body.replace(url, 'https://elsewhere.example')])
    expect((await send(changed, good)).status).toBe(401);
  const huge = `[${' '.repeat(1024 * 1024)}]`;
  const tooLarge = await send(huge, signer.headersFor(huge));
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ message: 'The request body is larger than 1024 KiB.' });
  const many = reportOf(...Array.from({ length: 1001 }, () => key.key));
  for (const malformed of [many, '', '{', '{}', 'null', '[1]', '[{}]', '[{"token":1,"type":"a"}]']) {
    const answer = await send(malformed, signer.headersFor(malformed));
    expect(answer.status).toBe(422);
  }
  expect(await statusOf(key.key)).toBe(200);
  expect(await entries()).toEqual([]);
  expect(readPortalLogs()).not.toContain(key.key.slice(10));
});

test('an address that could mislead or hold the value is not passed on', async () => {
  const { key, params, call, entries } = await newKey('PRODUCTION');
  let value = key.key;
  for (const [given, shown] of [
    ['javascript:alert(1)', ''],
    ['nonsense', ''],
    [`https://pastes.example/${value}`, ''],
    ['https://mara:secret@pastes.example/a?token=b#c', ': https://pastes.example/a'],
  ] as const) {
    const body = JSON.stringify([{ token: value, type, url: given, source: '<b>x' }]);
    expect((await send(body)).status).toBe(200);
    const [latest] = await entries();
    expect(latest).toBe(`till, found in public and rotated, the old value passes for 24 hours${shown}`);
    value = (await call(contract.getKey, { params })).key;
    app().skipSeconds(1);
  }
});

test('whoever finds a key can report it, and learns nothing by that', async () => {
  const { key, entries } = await newKey();
  const tell = (value: string) => app().call(reportKey, { body: { key: value } });
  const answer = await tell(` ${key.key} `);
  expect(await tell(makeKeySecret('SANDBOX'))).toEqual(answer);
  expect(await tell('nonsense')).toEqual(answer);
  expect(await tell(key.key)).toEqual(answer);
  expect(await statusOf(key.key)).toBe(401);
  expect(await entries()).toEqual(['till, found in public and revoked']);
  for (let i = 4; i < 20; i += 1) await tell('nonsense');
  expect(await failureOf(tell('nonsense'))).toMatchObject({ status: 429 });
});
