// This measures from the answer to a revocation on one process to the first refusal on another, beside PostgreSQL's own
// NOTIFY.
import { createKey, deleteKey } from '@ballast/contract/api-keys';
import pg from 'pg';
import { type Load, summarize } from '../load.ts';
import { type Stage, startStage } from './stage.ts';

const samples = 200;

const revocations = async (stage: Stage) => {
  const [here, url] = [stage.callOn(0), stage.portals[1]?.url];
  const check = (key: string) =>
    fetch(`${url}/v1/key-check`, { headers: { authorization: `Bearer ${key}` } }).then(
      ({ status }) => status,
    );
  const times: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const { id, key } = await here(createKey, { body: { name: `key ${i}`, environment: 'SANDBOX' } });
    if ((await check(key)) !== 200) throw new Error('a new key is refused');
    await here(deleteKey, { params: { id } });
    const began = performance.now();
    // 429 says nothing about revocation; the key's limit is small and this asks again and again.
    while ((await check(key)) !== 401);
    times.push(performance.now() - began);
  }
  return summarize(times, 1);
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
  const stage = await startStage(2);
  const bare = await notifications(stage.databaseUrl);
  const seen = await revocations(stage);
  console.log(`A revocation seen by another process, ${samples} times: 50%, 99%`);
  show('LISTEN and NOTIFY alone', bare);
  show('after DELETE answered, until 401', seen, 'budget 100 ms');
  console.log();
  await stage.stop();
};
