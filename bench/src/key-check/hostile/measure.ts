// Key checks at a modest rate while one account, and then one stranger, do the worst that they may. The attacker and PostgreSQL, which
// would have machines of their own, run here with the lowest priority and still take their share. So each attack is compared with the
// same calls at the same rates to a bare server beside the portal: the rest is what the portal's own work costs those who check keys.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Load, showLoad, summarize } from '../../load.ts';
import { openConnections } from '../../mixed-load/connections.ts';
import { startStage } from '../stage.ts';
import { startBare } from '../start-bare.ts';
import type { Attack, Report } from './attack.ts';
import { makePartitions, newHostileAccount } from './seed.ts';

const turns = 3;
const turnMs = 10_000;
const settleMs = 3000;
const checksPerSecond = 200;
const connections = 64;
const tickMs = 1;

const attackFile = fileURLToPath(new URL('./attack.ts', import.meta.url));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// As operators have them: the stage would lift some.
const usualLimits = { SIGN_INS_PER_ADDRESS: '300', CALLS_PER_ACCOUNT: '1200', WRITES_PER_ACCOUNT: '240' };

// By the clock, whether the checks before are answered or not.
const checkSteadily = async (port: number, key: string) => {
  const open = openConnections(port, connections);
  await open.openAll();
  const question = `GET /v1/key-check HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const times: number[] = [];
  let failed = 0;
  const pending: Promise<void>[] = [];
  const check = async () => {
    const askedAt = performance.now();
    const status = await open.send(question);
    times.push(performance.now() - askedAt);
    if (status !== 200) failed += 1;
  };
  const began = performance.now();
  while (performance.now() - began < turnMs) {
    const due = ((performance.now() - began) / 1000) * checksPerSecond;
    while (pending.length < due) pending.push(check());
    await pause(tickMs);
  }
  await Promise.all(pending);
  open.close();
  return { times, failed };
};

const yieldToPortal = async (database: pg.Client) => {
  const { rows } = await database.query<{ pid: number }>(`
    select pid from pg_stat_activity where pid <> pg_backend_pid()
    union select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int`);
  for (const { pid } of rows) setPriority(pid, constants.priority.PRIORITY_LOW);
};

// How long the portal has waited for a core, in seconds: beside other programs the times are theirs. Linux alone tells it.
const waitedForCore = (pid: number) => {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e9 : 0;
};

const startAttack = async (attack: Attack) => {
  const child = fork(attackFile);
  const began = performance.now();
  child.send(attack);
  await pause(settleMs);
  return async () => {
    child.send('stop');
    const [report] = (await once(child, 'message')) as [Report];
    await once(child, 'exit');
    return { report, seconds: (performance.now() - began) / 1000 };
  };
};

type Sample = { times: number[]; failed: number; waited: number };

const allSeconds = (turns * turnMs) / 1000;
const summary = (samples: Sample[]) =>
  summarize(
    samples.flatMap(({ times }) => times),
    allSeconds,
  );
const waits = (samples: Sample[]) => {
  const waited = samples.reduce((sum, sample) => sum + sample.waited, 0);
  const failed = samples.reduce((sum, sample) => sum + sample.failed, 0);
  const unanswered = failed ? `   ${failed} checks failed` : '';
  return `waited for a core ${((100 * waited) / allSeconds).toFixed(0)}%${unanswered}`;
};
const ratio = (load: Load, to: Load) => `${(load.p99 / to.p99).toFixed(1)} ×`;

const showReport = (report: Report, seconds: number) => {
  for (const [name, { sent, answers }] of Object.entries(report)) {
    const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    console.log(`    ${name.padEnd(28)}${(sent / seconds).toFixed(1).padStart(8)}/s   ${told.join(', ')}`);
  }
};

export const measureHostile = async () => {
  const encryptionKey = randomBytes(32).toString('base64url');
  const stage = await startStage(1, {
    ...usualLimits,
    TRUST_PROXY: '1',
    KEY_ENCRYPTION_KEYS: `bench:${encryptionKey}`,
  });
  const database = new pg.Client(stage.databaseUrl);
  await database.connect();
  await makePartitions(database);
  const [port = 0] = stage.ports;
  const pid = stage.portals[0]?.pid ?? 0;
  const [key = ''] = await stage.newKeys(1, 100_000);
  // The costly calls of an hour are soon used up, so each turn has an account of its own.
  const accounts = [];
  while (accounts.length < turns) accounts.push(await newHostileAccount(stage, database));
  await stage.sealKeys(encryptionKey);
  await database.query('vacuum analyze');
  const bare = await startBare(stage, { authorization: `Bearer ${key}` });
  await yieldToPortal(database);
  await checkSteadily(port, key);

  const check = async (): Promise<Sample> => {
    const before = waitedForCore(pid);
    const checks = await checkSteadily(port, key);
    return { ...checks, waited: waitedForCore(pid) - before };
  };
  const duringAttack = async (attack: Attack) => {
    const stop = await startAttack(attack);
    const sample = await check();
    return { sample, ...(await stop()) };
  };
  console.log(`Key check, ${checksPerSecond}/s, while somebody does the worst that they may: 50%, 99%`);
  for (const who of ['account', 'stranger'] as const) {
    const [quiet, elsewhere, here]: [Sample[], Sample[], Sample[]] = [[], [], []];
    let last: { report: Report; seconds: number } | undefined;
    for (let turn = 0; turn < turns; turn += 1) {
      quiet.push(await check());
      const account = who === 'account' ? accounts[turn] : undefined;
      const attack = await duringAttack({ port, ...(account && { account }) });
      here.push(attack.sample);
      await pause(settleMs);
      const rates = Object.fromEntries(
        Object.entries(attack.report).map(([name, { sent }]) => [name, sent / attack.seconds]),
      );
      const same = await duringAttack({ port: bare.port, rates, ...(account && { account }) });
      elsewhere.push(same.sample);
      last = attack;
    }
    const [calm, beside, loaded] = [summary(quiet), summary(elsewhere), summary(here)];
    showLoad('quiet', calm, waits(quiet));
    showLoad(
      `one ${who}, at a bare server`,
      beside,
      `99%: ${ratio(beside, calm)} quiet   ${waits(elsewhere)}`,
    );
    showLoad(
      `one ${who}`,
      loaded,
      `99%: ${ratio(loaded, beside)} at a bare server   budget 3 ×   (${ratio(loaded, calm)} quiet)   ${waits(here)}`,
    );
    if (last) showReport(last.report, last.seconds);
  }
  console.log();
  bare.stop();
  await database.end();
  await stage.stop();
};
