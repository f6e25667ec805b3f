// An account that was acknowledged is there, however the process ended.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, signUp } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { startPortal } from '@ballast/harness/portal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseVariables, howOften, onPostgres } from '../../testing/databases/database.ts';
import { password } from '../../testing/test-app.ts';

const rounds = howOften({ usual: onPostgres() ? 2 : 1, all: 20 });
const signUpsAtOnce = 8;
let env: Record<string, string>;

beforeAll(async () => {
  env = {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'ballast-kill-')),
    LIMITS: 'sign_ins_per_address=100000',
    ...(await databaseVariables()),
  };
});
afterAll(() => rm(env.DATA_DIR ?? '', { recursive: true, force: true }));

test('kill -9 during sign-ups loses no acknowledged account', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startPortal(env);
    const call = createClient({ portalUrl: server.url });
    const killAfter = acknowledged.length + 5 + (round % 3) * 7;
    const keepSigningUp = async (worker: number) => {
      for (let i = 0; server.child.exitCode === null && !server.child.killed; i += 1) {
        const email = `round${round}-worker${worker}-${i}@northwind.dev`;
        const done = await call(signUp, {
          body: { email, password, fullName: 'Mara', authMethod: 'EMAIL' },
        }).then(
          () => true,
          () => false,
        );
        if (done) acknowledged.push(email);
        if (acknowledged.length >= killAfter) server.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: signUpsAtOnce }, (_, worker) => keepSigningUp(worker)));
    await server.exit;
  }

  const server = await startPortal(env);
  const call = createClient({ portalUrl: server.url });
  const lost: string[] = [];
  for (const email of acknowledged) {
    await call(logIn, { body: { email, password } }).catch(() => lost.push(email));
  }
  expect(lost).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 5);
  expect(await server.stop()).toBe(0);
});
