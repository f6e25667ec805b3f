// Keys that the process has never seen, beside the same look-ups made straight on PostgreSQL.

import { hashSecret } from '@ballast/harness/many-keys';
import pg from 'pg';
import { askAll, onceEach, questionWith, showLoad, summarize } from '../load.ts';
import { startStage } from './stage.ts';

const count = 30_000;
const connections = 64;

const lookUpAll = async (databaseUrl: string, hashes: string[]) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const times: number[] = [];
  const look = async () => {
    for (let hash = hashes.pop(); hash; hash = hashes.pop()) {
      const began = performance.now();
      const text =
        'select id, user_id, name, environment, rate_limit, revoked_at from api_keys where secret_hash = $1';
      await pool.query({ name: 'look-up', text, values: [hash] });
      times.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, look));
  const load = summarize(times, (performance.now() - began) / 1000);
  await pool.end();
  return load;
};

export const measureCold = async () => {
  const stage = await startStage(1);
  const [warmUp, keys, looked] = [
    await stage.newKeys(3000),
    await stage.newKeys(count),
    await stage.newKeys(count),
  ];
  await askAll(stage.ports, onceEach(warmUp.map(questionWith)), connections);
  const cold = await askAll(stage.ports, onceEach(keys.map(questionWith)), connections);
  const bare = await lookUpAll(
    stage.databaseUrl,
    looked.map((key) => hashSecret(stage.pepper, key)),
  );
  console.log('Key check, one process, never-seen keys: 50%, 99%');
  showLoad('PostgreSQL alone, 20 connections', bare);
  showLoad('each key for the first time', cold, `ratio ${(cold.perSecond / bare.perSecond).toFixed(2)}`);
  console.log();
  await stage.stop();
};
