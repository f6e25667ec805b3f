// Sign-ins per second beside what argon2 alone can do on this machine, and whether an unknown address shows in the time.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, signUp } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import { hash, verify } from '@node-rs/argon2';
import { startPortal } from './server.ts';

const accounts = 20;
const signIns = 300;
const samples = 100;
const password = 'Correct-horse1!';
const plenty = '1000000';

// The server's own parameters.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const perSecond = async (count: number, atOnce: number, work: (i: number) => Promise<unknown>) => {
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (count * 1000) / (performance.now() - began);
};

const bareArgon = async () => {
  const stored = await hash(password, parameters);
  return perSecond(signIns, availableParallelism(), () => verify(stored, password));
};

const percentile = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

const distribution = async (call: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const began = performance.now();
    await call().catch(() => {});
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return [0.1, 0.5, 0.9].map((part) => `${percentile(times, part).toFixed(1)} ms`).join('   ');
};

export const measureSignIns = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const portal = await startPortal(dataDir, {
    SIGN_INS_PER_ADDRESS: plenty,
    SIGN_UPS_PER_ADDRESS: plenty,
    MAILS_PER_ADDRESS: plenty,
  });
  const call = createClient({ baseUrl: `${portal.url}/api` });
  const emails = Array.from({ length: accounts }, (_, i) => `bench${i}@northwind.dev`);
  for (const email of emails) {
    await call(signUp, { body: { email, password, fullName: 'Mara', authMethod: 'EMAIL' } });
  }
  const signIn = (i: number) => call(logIn, { body: { email: emails[i % accounts] ?? '', password } });
  await perSecond(20, 4, signIn);

  // Before and after, because machines are noisy.
  const bareBefore = await bareArgon();
  const served = await perSecond(signIns, 8, signIn);
  const bare = (bareBefore + (await bareArgon())) / 2;
  console.log('Sign-ins per second, embedded database');
  console.log(`  argon2 alone, on every core   ${bare.toFixed(1)}`);
  console.log(
    `  POST /api/auth/login          ${served.toFixed(1)}   ratio ${(served / bare).toFixed(2)}   budget 0.85\n`,
  );

  const wrong = (email: (i: number) => string) => {
    let i = 0;
    return () => {
      i += 1;
      return call(logIn, { body: { email: email(i), password: 'Wrong-pass1!' } });
    };
  };
  console.log('Time of a refused sign-in: 10%, 50%, 90%');
  console.log(`  known address     ${await distribution(wrong((i) => emails[i % accounts] ?? ''))}`);
  console.log(`  unknown address   ${await distribution(wrong((i) => `nobody${i}@northwind.dev`))}\n`);
  await portal.stop();
  rmSync(dataDir, { recursive: true });
};
