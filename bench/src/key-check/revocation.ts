// Measures the time from the answer to a revocation (or to the end of a grace period) on one process to the first refusal on
// another, beside PostgreSQL's own NOTIFY. Also measures whether keys expire on every process without a query.
import { createKey, deleteKey, endGrace, rotateKey } from '@ballast/contract/keys/api-keys';
import type { Portal } from '@ballast/harness/portal';
import pg from 'pg';
import { type Load, summarize } from '../load.ts';
import { type Stage, startStage } from './stage.ts';

const samples = 200;
const expiringKeys = 100;
const expireAfterMs = 5000;
const metricsToken = 'a token for the length of this measurement';

const checkAt = (portal: Portal | undefined, key: string) =>
  fetch(`${portal?.url}/v1/key-check`, { headers: { authorization: `Bearer ${key}` } }).then(
    ({ status }) => status,
  );

type Here = ReturnType<Stage['callOn']>;

// A value is made and stopped on one process, and asked for on another.
const timesUntilRefused = async (
  stage: Stage,
  prepare: (here: Here, name: string) => Promise<{ value: string; stop: () => Promise<unknown> }>,
) => {
  const elsewhere = (key: string) => checkAt(stage.portals[1], key);
  const times: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const { value, stop } = await prepare(stage.callOn(0), crypto.randomUUID());
    if ((await elsewhere(value)) !== 200) throw new Error('a good key is refused');
    await stop();
    const began = performance.now();
    // 429 says nothing about revocation; the key's limit is small and this asks again and again.
    while ((await elsewhere(value)) !== 401);
    times.push(performance.now() - began);
  }
  return summarize(times, 1);
};

const makeKey = (here: Here, name: string) => here(createKey, { body: { name, environment: 'SANDBOX' } });

const revocations = (stage: Stage) =>
  timesUntilRefused(stage, async (here, name) => {
    const { id, key } = await makeKey(here, name);
    return { value: key, stop: () => here(deleteKey, { params: { id } }) };
  });

const graceEnds = (stage: Stage) =>
  timesUntilRefused(stage, async (here, name) => {
    const { id, key } = await makeKey(here, name);
    await here(rotateKey, { params: { id }, body: { graceSeconds: 3600 } });
    return { value: key, stop: () => here(endGrace, { params: { id } }) };
  });

const lookUpsAt = async ({ url }: Portal) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^ballast_key_lookups_total (\d+)$/m.exec(await answer.text())?.[1]);
};

// Every process keeps the keys, and asks nobody when their time is over: counted are the look-ups from before it until all are refused.
const expiries = async (stage: Stage) => {
  const keys = await stage.newExpiringKeys(expiringKeys, expireAfterMs);
  const began = performance.now();
  const statuses = () =>
    Promise.all(stage.portals.flatMap((portal) => keys.map((key) => checkAt(portal, key))));
  if ((await statuses()).some((status) => status !== 200)) throw new Error('a key expired too early');
  const lookUps = () => Promise.all(stage.portals.map(lookUpsAt));
  const before = await lookUps();
  while ((await statuses()).some((status) => status !== 401));
  const late = performance.now() - began - expireAfterMs;
  const after = await lookUps();
  return { late, lookUps: after.reduce((sum, count, i) => sum + count - (before[i] ?? 0), 0) };
};

const notifications = async (databaseUrl: string) => {
  const [from, to] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([from.connect(), to.connect()]);
  await to.query('listen bench');
  const times: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const arrived = new Promise((resolve) => to.once('notification', resolve));
    const began = performance.now();
    await Promise.all([arrived, from.query('notify bench')]);
    times.push(performance.now() - began);
  }
  await Promise.all([from.end(), to.end()]);
  return summarize(times, 1);
};

const show = (name: string, { p50, p99 }: Load, note = '') =>
  console.log(
    `  ${name.padEnd(40)}${`${p50.toFixed(1)} ms`.padStart(12)}${`${p99.toFixed(1)} ms`.padStart(12)}   ${note}`.trimEnd(),
  );

export const measureRevocation = async () => {
  const stage = await startStage(2, { METRICS_TOKEN: metricsToken });
  const bare = await notifications(stage.databaseUrl);
  const revoked = await revocations(stage);
  const ended = await graceEnds(stage);
  const { late, lookUps } = await expiries(stage);
  console.log(`A revocation or the end of a grace seen by another process, ${samples} times: 50%, 99%`);
  show('LISTEN and NOTIFY alone', bare);
  show('after DELETE answered, until 401', revoked, 'budget 100 ms');
  show('after end-grace answered, until 401', ended, 'budget 100 ms');
  console.log(
    `  ${expiringKeys} keys that expire: refused by both processes ${late.toFixed(0)} ms after their time, ${lookUps} look-ups   budget 0`,
  );
  console.log();
  await stage.stop();
};
