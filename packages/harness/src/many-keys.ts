// API keys by the thousand are written straight to the database: created one by one they would take minutes or an hour.
import { createCipheriv, createHmac, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import pg from 'pg';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const perInsert = 50_000;

const checksum = (body: string) => {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < 6; i += 1) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};

export const makeSecret = () => {
  let body = 'blst_test_';
  for (let i = 0; i < 32; i += 1) body += alphabet.charAt(randomInt(62));
  return body + checksum(body);
};

export const hashSecret = (pepper: string, secret: string) =>
  createHmac('sha256', pepper).update('api-key\0').update(secret).digest('base64url');

type Owner = { userId: string; pepper: string; rateLimit: number };

export const insertKeys = async (
  database: pg.Client,
  { userId, pepper, rateLimit }: Owner,
  secrets: string[],
) => {
  for (let from = 0; from < secrets.length; from += perInsert) {
    const hashes = secrets.slice(from, from + perInsert).map((secret) => hashSecret(pepper, secret));
    await database.query(
      `insert into api_keys (user_id, name, environment, secret_hash, secret_cipher, encryption_key_id, rate_limit, created_at)
       select $1, hash, 'SANDBOX', hash, '', 'bench', $3, now() from unnest($2::text[]) hash`,
      [userId, hashes, rateLimit],
    );
  }
  await database.query('analyze api_keys');
};

const seal = (id: string, encryptionKey: string) => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(encryptionKey, 'base64url'), iv).setAAD(
    Buffer.from(id),
  );
  const text = cipher.update(makeSecret(), 'utf8');
  return Buffer.concat([iv, text, cipher.final(), cipher.getAuthTag()]).toString('base64url');
};

// Keys that are to be listed have something to decrypt. Their portal has this encryption key under the id 'bench'.
export const sealKeys = async (database: pg.Client, encryptionKey: string) => {
  const { rows } = await database.query<{ id: string }>('select id from api_keys');
  const ids = rows.map(({ id }) => id);
  await database.query(
    'update api_keys set secret_cipher = cipher from unnest($1::uuid[], $2::text[]) sealed(id, cipher) where api_keys.id = sealed.id',
    [ids, ids.map((id) => seal(id, encryptionKey))],
  );
  await database.query('vacuum analyze api_keys');
};

type ListedKeys = { userId: string; pepper: string; encryptionKey: string; count: number };

// An owner gets keys to list: service-1 is the newest, each later one a second older.
export const insertListedKeys = async (
  databaseUrl: string,
  { userId, pepper, encryptionKey, count }: ListedKeys,
) => {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  await insertKeys(database, { userId, pepper, rateLimit: 3 }, Array.from({ length: count }, makeSecret));
  await database.query(
    `update api_keys set name = 'service-' || nth, created_at = created_at - nth * interval '1 second'
     from (select id, row_number() over () as nth from api_keys where user_id = $1) numbered
     where api_keys.id = numbered.id`,
    [userId],
  );
  await sealKeys(database, encryptionKey);
  await database.end();
};
