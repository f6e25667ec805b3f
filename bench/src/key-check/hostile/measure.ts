// Key checks at a modest rate while one account, and then one stranger, do the worst that they may. The attacker and PostgreSQL would
// have machines of their own. Here they yield to the portal and still take cores from it. So each attack is compared with the same
// calls at the same rates to a bare server beside the portal: the difference is the work of the portal itself.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@ballast/harness/free-port';
import pg from 'pg';
import { type Load, showLoad } from '../../load.ts';
import { startStage } from '../stage.ts';
import { startBare } from '../start-bare.ts';
import type { Attack, Report } from './attack.ts';
import { makePartitions, newHostileAccount } from './seed.ts';
import { checkSteadily, checksPerSecond, type Sample, summary, turns, waits } from './steady-checks.ts';
import { yieldToPortal } from './yield-to-portal.ts';

const settleMs = 3000;

const attackFile = fileURLToPath(new URL('./attack.ts', import.meta.url));

// As operators have them: the stage would lift some.
const usualLimits = { LIMITS: 'sign_ins_per_address=300,calls_per_account=1200,writes_per_account=240' };

const startAttack = async (attack: Attack, yieldCores: (pid: number) => void) => {
  const child = fork(attackFile);
  yieldCores(child.pid ?? 0);
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

// The primary starts it before the process that serves the portal.
const readCheckingProcess = (primary: number) => {
  const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8');
  return Number(children.split(' ')[0]);
};

const ratio = (load: Load, to: Load) => `${(load.p99 / to.p99).toFixed(1)} ×`;

const showReport = (report: Report, seconds: number) => {
  for (const [name, { sent, answers }] of Object.entries(report)) {
    const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    console.log(`    ${name.padEnd(28)}${(sent / seconds).toFixed(1).padStart(8)}/s   ${counts.join(', ')}`);
  }
};

type Places = {
  port: number;
  checkPort: number;
  barePort: number;
  check: () => Promise<Sample>;
  addOther: Parameters<typeof startAttack>[1];
};

const measureAttacker = async (
  who: 'account' | 'stranger',
  accounts: Attack['account'][],
  { port, checkPort, barePort, check, addOther }: Places,
) => {
  const duringAttack = async (attack: Attack) => {
    const stop = await startAttack(attack, addOther);
    const sample = await check();
    return { sample, ...(await stop()) };
  };
  const [quiet, elsewhere, here]: [Sample[], Sample[], Sample[]] = [[], [], []];
  let last: { report: Report; seconds: number } | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await check());
    const account = accounts[turn];
    const attack = await duringAttack({ port, checkPort, ...(account && { account }) });
    here.push(attack.sample);
    await pause(settleMs);
    const rates = Object.fromEntries(
      Object.entries(attack.report).map(([name, { sent }]) => [name, sent / attack.seconds]),
    );
    const same = await duringAttack({
      port: barePort,
      checkPort: barePort,
      rates,
      ...(account && { account }),
    });
    elsewhere.push(same.sample);
    last = attack;
  }
  const [calm, beside, loaded] = [summary(quiet), summary(elsewhere), summary(here)];
  showLoad('quiet', calm, waits(quiet));
  showLoad(`one ${who}, at a bare server`, beside, `99%: ${ratio(beside, calm)} quiet   ${waits(elsewhere)}`);
  showLoad(
    `one ${who}`,
    loaded,
    `99%: ${ratio(loaded, beside)} at a bare server   budget 3 ×   (${ratio(loaded, calm)} quiet)   ${waits(here)}`,
  );
  if (last) showReport(last.report, last.seconds);
};

export const measureHostile = async () => {
  const encryptionKey = randomBytes(32).toString('base64url');
  const checkPort = await freePort();
  const stage = await startStage(1, {
    ...usualLimits,
    TRUST_PROXY: '1',
    KEY_ENCRYPTION_KEYS: `bench:${encryptionKey}`,
    KEY_CHECK_PORT: String(checkPort),
  });
  const database = new pg.Client(stage.databaseUrl);
  await database.connect();
  await makePartitions(database);
  const [port = 0] = stage.ports;
  const pid = readCheckingProcess(stage.portals[0]?.pid ?? 0);
  const [key = ''] = await stage.newKeys(1, 100_000);
  // The costly calls of an hour are soon used up, so each turn has an account of its own.
  const accounts = [];
  while (accounts.length < turns) accounts.push(await newHostileAccount(stage, database));
  await stage.sealKeys(encryptionKey);
  await database.query('vacuum analyze');
  const bare = await startBare(stage, { authorization: `Bearer ${key}` });
  const others = await yieldToPortal(database);
  const check = () => checkSteadily(checkPort, key, pid);
  await check();

  console.log(`Key check, ${checksPerSecond}/s, while somebody does the worst that they may: 50%, 99%`);
  for (const who of ['account', 'stranger'] as const) {
    const attackers = who === 'account' ? accounts : [];
    await measureAttacker(who, attackers, {
      port,
      checkPort,
      barePort: bare.port,
      check,
      addOther: others.add,
    });
  }
  console.log();
  others.remove();
  bare.stop();
  await database.end();
  await stage.stop();
};
