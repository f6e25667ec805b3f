// What processes cost while nobody asks them anything: CPU, memory, statements, write-ahead log and connections.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { openPortals } from '@ballast/harness/portals';
import { startPostgres } from '@ballast/harness/postgres';
import pg from 'pg';
import { postgresSettings } from './postgres-settings.ts';

const settleSeconds = 15;
const measuredSeconds = 60;
const budget = 6;
// Linux counts the time of processes in hundredths.
const ticksPerSecond = 100;

const cpuSeconds = async (pid: number) => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

const memoryMb = async (pid: number) => {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
};

const readDatabase = async (client: pg.Client) => {
  // Within a transaction the counts would not move.
  const { rows } = await client.query<{ transactions: number; wal: number; connections: number }>(`
    select (xact_commit + xact_rollback)::int as transactions,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
      (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections
    from pg_stat_database where datname = current_database()`);
  const [found] = rows;
  if (!found) throw new Error('the database does not count itself');
  return found;
};

export const measureIdle = async () => {
  const postgres = await startPostgres(postgresSettings);
  const shared = await openPortals({ DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' });
  const pids = [(await shared.start()).pid, (await shared.start()).pid];
  const client = new pg.Client(postgres.url);
  await client.connect();
  await setTimeout(settleSeconds * 1000);
  const before = { ...(await readDatabase(client)), cpu: await Promise.all(pids.map(cpuSeconds)) };
  await setTimeout(measuredSeconds * 1000);
  const after = { ...(await readDatabase(client)), cpu: await Promise.all(pids.map(cpuSeconds)) };
  const memory = await Promise.all(pids.map(memoryMb));
  await client.end();
  await shared.stop();
  await postgres.remove();

  const perProcess = (after.transactions - before.transactions) / measuredSeconds / pids.length;
  const cpu = after.cpu.map((seconds, i) => ((seconds - (before.cpu[i] ?? 0)) / measuredSeconds) * 100);
  const all = (values: number[], digits: number) =>
    values.map((value) => value.toFixed(digits)).join(' and ');
  console.log(`Two processes at rest on one PostgreSQL, ${measuredSeconds} s`);
  console.log(`  CPU of each                 ${all(cpu, 1)} % of a core`);
  console.log(`  memory of each              ${all(memory, 0)} MB`);
  console.log(`  transactions a second       ${perProcess.toFixed(1)} for each process   budget ${budget}`);
  console.log(`  connections                 ${after.connections / pids.length} for each process`);
  console.log(`  write-ahead log             ${((after.wal - before.wal) / 1024).toFixed(0)} KB a minute\n`);
};
