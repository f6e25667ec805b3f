// When the certificates of the portal and of its servers end, also of those that have ended or that nobody trusts.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import { makeCertificate } from '@ballast/harness/certificate';
import { freePort } from '@ballast/harness/free-port';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { readCertificates } from './certificates.ts';

const running: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of running.splice(0)) await close();
});

const day = 24 * 3_600_000;
const whole = (at: number) => Math.floor(at / 1000) * 1000;
const certificateUntil = (to: number) => {
  const { certificate, key } = makeCertificate({ from: to - 400 * day, to });
  return { cert: certificate, key };
};
const nothing = { publicUrl: 'http://127.0.0.1', databaseUrl: null, redisUrl: undefined, smtp: null };
type Settings = Parameters<typeof readCertificates>[0];
const read = (settings: Partial<Settings>) => readCertificates({ ...nothing, ...settings } as Settings);

const listenTls = async (to: number) => {
  const server = createTlsServer(certificateUntil(to)).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  running.push(() => server.close());
  const address = server.address();
  return typeof address === 'object' ? address?.port : 0;
};

// PostgreSQL answers S to the question whether it encrypts, or N.
const listenPostgres = async (to: number, answer: 'S' | 'N') => {
  const port = await freePort();
  const secureContext = createSecureContext(certificateUntil(to));
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(answer);
      if (answer === 'S') new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  running.push(() => server.close());
  return port;
};

const listenSmtp = async (to: number) => {
  const port = await freePort();
  const server = new SMTPServer({ authOptional: true, closeTimeout: 200, ...certificateUntil(to) });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  running.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return port;
};

test('each part is read in its own way, also one that has ended', async () => {
  const now = Date.now();
  const [portal, redis, database, smtp] = [now + 10 * day, now - day, now + 300 * day, now + 5 * day].map(
    whole,
  );
  const found = await read({
    publicUrl: `https://127.0.0.1:${await listenTls(portal ?? 0)}`,
    redisUrl: `rediss://:secret@127.0.0.1:${await listenTls(redis ?? 0)}`,
    databaseUrl: `postgres://ballast:secret@127.0.0.1:${await listenPostgres(database ?? 0, 'S')}/ballast`,
    smtp: { url: `smtp://127.0.0.1:${await listenSmtp(smtp ?? 0)}`, from: 'a@b.example', tls: 'required' },
  });
  const ends = Object.fromEntries(found.map(({ part, expiresAt }) => [part, new Date(expiresAt).getTime()]));
  expect(ends).toEqual({ portal, database, redis, smtp });
});

test('of several servers that which ends first counts, wherever it is named', async () => {
  const [late, soon] = [Date.now() + 300 * day, Date.now() + 3 * day].map(whole) as [number, number];
  const ports = [await listenPostgres(late, 'S'), await listenPostgres(soon, 'S')];
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  const redis = [await listenTls(late), await listenTls(soon)];
  const away = await freePort();
  const endsOf = async (settings: Partial<Settings>) =>
    (await read(settings)).map(({ part, expiresAt }) => [part, new Date(expiresAt).getTime()]);
  for (const databaseUrl of [
    `postgres://ballast:secret@${hosts}/ballast?target_session_attrs=read-write`,
    `postgres://ballast:secret@${hosts.toReversed()},127.0.0.1:${away}/ballast`,
    `postgres://ballast:secret@x/ballast?host=127.0.0.1,127.0.0.1&port=${ports}`,
    `postgres://ballast:a%2Fb%40c@127.0.0.1:${ports[1]}/ballast`,
  ])
    expect(await endsOf({ databaseUrl })).toEqual([['database', soon]]);
  const redisUrl = `rediss+cluster://${redis.map((port) => `127.0.0.1:${port}`)}`;
  expect(await endsOf({ redisUrl })).toEqual([['redis', soon]]);
  expect(await read({ databaseUrl: 'postgres://ballast@x/ballast?host=/var/run/postgresql' })).toEqual([]);
});

test('what is not encrypted, or is away, has none', async () => {
  const port = await listenPostgres(Date.now() + day, 'N');
  expect(await read({})).toEqual([]);
  expect(
    await read({
      databaseUrl: `postgres://127.0.0.1:${port}/ballast`,
      redisUrl: 'redis://127.0.0.1:6379',
      publicUrl: `https://127.0.0.1:${await freePort()}`,
      smtp: { url: `smtp://127.0.0.1:${await freePort()}`, from: 'a@b.example', tls: 'required' },
    }),
  ).toEqual([]);
});

test('a server that never answers keeps nobody waiting', async () => {
  const server = createServer((socket) => socket.on('error', () => {})).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  running.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await read({ databaseUrl: `postgres://127.0.0.1:${port}/ballast` })).toEqual([]);
});
