// Sign-ins per second beside what argon2 alone can do on this machine, and whether an unknown address shows in the time.
import { availableParallelism } from 'node:os';
import { logIn } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { password, signUpUnverified } from '@ballast/harness/developer';
import { startPortal } from '@ballast/harness/portal';
import { startPostgres } from '@ballast/harness/postgres';
import { hash, verify } from '@node-rs/argon2';
import { askAll, onceEach } from './load.ts';
import { postgresSettings } from './postgres-settings.ts';

const accounts = 20;
// In turns, because machines are noisy; a server that has just begun is slower than one that runs for a minute.
const turns = 12;
const warmUps = 5;
const perTurn = 300;
const samples = 100;
const plenty = '1000000';
const emails = Array.from({ length: accounts }, (_, i) => `bench${i}@northwind.dev`);

// These are the server's own parameters.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const bareArgonMs = async (stored: string) => {
  let left = perTurn;
  const worker = async () => {
    for (; left > 0; left -= 1) await verify(stored, password);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return performance.now() - began;
};

const signInOf = (email: string) => {
  const body = JSON.stringify({ email, password });
  return `POST /api${logIn.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

const questions = Array.from({ length: perTurn }, (_, i) => signInOf(emails[i % accounts] ?? ''));

const signInsMs = async (port: number) => {
  const { perSecond, refused } = await askAll([port], onceEach(questions), 8);
  if (refused) throw new Error(`${refused} sign-ins were refused`);
  return (perTurn * 1000) / perSecond;
};

const percentile = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

const distribution = async (call: (i: number) => Promise<unknown>) => {
  const times: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const began = performance.now();
    await call(i).catch(() => {});
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return [0.1, 0.5, 0.9].map((part) => `${percentile(times, part).toFixed(1)} ms`).join('   ');
};

const measureOn = async (database: string, env: Record<string, string>) => {
  const portal = await startPortal({
    LOG_LEVEL: 'silent',
    LIMITS: `sign_ins_per_address=${plenty},sign_ups_per_address=${plenty},mails_per_address=${plenty}`,
    ...env,
  });
  const call = createClient({ portalUrl: portal.url });
  for (const email of emails) await signUpUnverified(portal.url, { email });
  for (let turn = 0; turn < warmUps; turn += 1) await signInsMs(Number(portal.port));

  const stored = await hash(password, parameters);
  let bareMs = 0;
  let servedMs = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    bareMs += await bareArgonMs(stored);
    servedMs += await signInsMs(Number(portal.port));
  }
  const perSecond = (ms: number) => ((turns * perTurn * 1000) / ms).toFixed(1);
  console.log(`Sign-ins per second, ${database}`);
  console.log(`  argon2 alone, on every core   ${perSecond(bareMs)}`);
  console.log(
    `  POST /api/auth/login          ${perSecond(servedMs)}   ratio ${(bareMs / servedMs).toFixed(2)}   budget 0.85\n`,
  );

  const refused = (email: string) => call(logIn, { body: { email, password: 'Wrong-pass1!' } });
  console.log('Time of a refused sign-in: 10%, 50%, 90%');
  console.log(`  known address     ${await distribution((i) => refused(emails[i % accounts] ?? ''))}`);
  console.log(`  unknown address   ${await distribution((i) => refused(`nobody${i}@northwind.dev`))}\n`);
  await portal.stop();
};

export const measureSignIns = async () => {
  const postgres = await startPostgres(postgresSettings);
  await measureOn('PostgreSQL', { DATABASE_URL: postgres.url });
  await postgres.remove();
  await measureOn('embedded database', {});
};
