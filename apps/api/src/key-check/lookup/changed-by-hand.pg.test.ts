// Somebody changes the tables with SQL, and the portal has no part in it: every process hears of it all the same.
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { createClock } from '@ballast/harness/clock';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openPostgres } from '../../db/connections/open.ts';
import { openDevMailbox } from '../../email/drivers/dev-mailbox.ts';

let portals: TestApp[];

beforeAll(async () => {
  const clock = createClock();
  const first = await startTestApp({ clock });
  portals = [first];
  const { url } = first.database;
  if (!onPostgres() || !url) return;
  const database = await openPostgres(url, () => {});
  // Any of them may send a mail, which the first one's mailbox gets.
  const mailer = () => openDevMailbox(first.dataDir);
  portals.push(await startTestApp({ env: { DATA_DIR: first.dataDir }, clock, database, mailer }));
});
afterAll(async () => {
  for (const portal of portals.toReversed()) await portal.stop();
});

const portal = () => portals[0] as TestApp;
const codeAt = async ({ url }: TestApp, value: string) => {
  const answer = await fetch(`${url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } });
  return answer.ok ? 'passes' : ((await answer.json()) as { code: string }).code;
};
const everywhere = (value: string, code: string) =>
  waitFor(`a key to be answered ${code} by every process`, async () => {
    for (const each of portals) expect(await codeAt(each, value)).toBe(code);
  });

// Each process keeps what it has seen, so that only what it hears can change its mind.
const knownKey = async () => {
  const owner = await portal().verifiedUser();
  const key = await owner.call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
  await byHand('update api_keys set rate_limit = 1000 where id = $1', key.id);
  await everywhere(key.key, 'passes');
  return { owner, key };
};
type Known = Awaited<ReturnType<typeof knownKey>>;
const byHand = (statement: string, ...values: unknown[]) => portal().database.pool.query(statement, values);

const revoke = 'update api_keys set revoked_at = now() where id = $1';

test.each([
  ['a key is revoked', 'key_revoked', ({ key }: Known) => byHand(revoke, key.id)],
  [
    'a key is deleted',
    'key_unknown',
    ({ key }: Known) => byHand('delete from api_keys where id = $1', key.id),
  ],
  [
    'its owner is deleted',
    'key_unknown',
    ({ owner }: Known) => byHand('delete from users where id = $1', owner.user.id),
  ],
  [
    'its owner is suspended',
    'account_suspended',
    ({ owner }: Known) => byHand('update users set suspended_at = now() where id = $1', owner.user.id),
  ],
  [
    'its owner is to be deleted',
    'key_revoked',
    ({ owner }: Known) => byHand('update users set deletes_at = now() where id = $1', owner.user.id),
  ],
  [
    'it has expired',
    'key_expired',
    ({ key }: Known) => byHand(`update api_keys set expires_at = '2020-01-01' where id = $1`, key.id),
  ],
  [
    'its networks are others',
    'address_not_allowed',
    ({ key }: Known) =>
      byHand(`update api_keys set allowed_networks = '{203.0.113.0/24}' where id = $1`, key.id),
  ],
  ['all keys are emptied', 'key_unknown', () => byHand('truncate api_keys cascade')],
])('%s, and every process knows', async (_, code, change) => {
  const known = await knownKey();
  await change(known);
  await everywhere(known.key.key, code);
});

test('a suspension that ends, and a value whose grace is ended, are heard of', async () => {
  const { owner, key } = await knownKey();
  await byHand('update users set suspended_at = now() where id = $1', owner.user.id);
  await everywhere(key.key, 'account_suspended');
  await byHand('update users set suspended_at = null where id = $1', owner.user.id);
  await everywhere(key.key, 'passes');

  await owner.call(rotateKey, { params: { id: key.id }, body: { graceSeconds: 3600 } });
  await everywhere(key.key, 'passes');
  await byHand('update replaced_keys set ends_at = null where key_id = $1', key.id);
  await everywhere(key.key, 'key_revoked');
});

test('the use of a key, which is written all the time, is no change', async () => {
  const { key } = await knownKey();
  const other = await portal().database.pool.connect();
  const heard: string[] = [];
  const hear = ({ channel, payload = '' }: { channel: string; payload?: string | undefined }) =>
    void (channel === 'key_changed' && heard.push(payload));
  other.on('notification', hear);
  try {
    await other.query('listen key_changed');
    await other.query(`update api_keys set last_used_at = now(), last_used_address = '::1' where id = $1`, [
      key.id,
    ]);
    await other.query('update api_keys set rate_limit = 7 where id = $1', [key.id]);
    await other.query('select 1');
    expect(heard).toEqual([key.id]);
  } finally {
    other.off('notification', hear);
    other.release();
  }
});
