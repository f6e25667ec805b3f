import {
  greatestSkewSeconds,
  type OperatorStatus,
  oldestJobSeconds,
  readStatus,
} from '@ballast/contract/operator/status';
import { formatCount, formatTable, listRows, minuteOf } from '../command-line/format-table.ts';
import type { AddCommands } from '../command-line/session.ts';

type Process = NonNullable<OperatorStatus['processes']>[number];
type Queue = NonNullable<OperatorStatus['queues']>[number];

const formatProcess = ({ address, connectedAt }: Process) =>
  `${address ?? 'this machine'}, since ${minuteOf(connectedAt)}`;

const seconds = (value: number) => `${formatCount(Math.ceil(value))} s`;

const formatQueue = ({ queue, waiting, seconds: late, retrying, age }: Queue) =>
  `${queue}: ${formatCount(waiting)} waiting${waiting ? `, the oldest for ${seconds(late)}` : ''}${retrying ? `; ${formatCount(retrying)} tried again, the oldest of ${seconds(age)} ago` : ''}`;

const migrationsOf = ({ missingMigrations: missing }: OperatorStatus['database']) => {
  if (!missing) return 'not known';
  return missing.length ? `missing: ${missing.join(', ')}` : 'all applied';
};

const workersOf = ({ workers }: OperatorStatus) =>
  workers ? `${workers.up} of ${workers.wanted}` : 'not known: their primary does not answer';

const clockOf = ({ database: { kind, clockSkewSeconds: skew } }: OperatorStatus) => {
  if (kind === 'embedded') return 'the database has the same';
  if (skew === null) return 'not known';
  return Math.abs(skew) < 1
    ? 'as the database'
    : `${Math.abs(skew).toFixed(1)} s ${skew > 0 ? 'ahead of' : 'behind'} the database`;
};

const mailOf = ({ mail, mailFailing }: OperatorStatus) => {
  if (mailFailing === null) return mail;
  return mailFailing ? `${mail}, the last attempt failed (jobs list --queue send-email)` : mail;
};

const databaseRows = ({ database }: OperatorStatus) => {
  const { connections } = database;
  return [
    ['Database', [database.kind, database.version, database.state].filter(Boolean).join(', ')],
    ...(connections ? [['Connections', `${connections.used} of ${connections.most}`]] : []),
    ['Migrations', migrationsOf(database)],
  ];
};

const formatStatus = (status: OperatorStatus) => {
  const { version, node, redis, certificates, lastBackupAt } = status;
  const { pid, startedAt } = status.process;
  return formatTable([
    ['Version', `${version}, Node ${node}`],
    ['Process', `${pid}, since ${minuteOf(startedAt)}`],
    ...listRows('Processes', status.processes?.map(formatProcess) ?? ['not known']),
    ['Workers', workersOf(status)],
    ...databaseRows(status),
    ['Clock', clockOf(status)],
    ['Redis', redis],
    ...listRows('Jobs', status.queues?.map(formatQueue) ?? ['not known'], 'none is waiting'),
    ['Mail', mailOf(status)],
    ...listRows(
      'Certificates',
      certificates.map(({ part, expiresAt }) => `${part}, until ${minuteOf(expiresAt)}`),
    ),
    ['Last backup', lastBackupAt ? minuteOf(lastBackupAt) : 'not known'],
  ]);
};

const isClockWell = (skew: number | null) => Math.abs(skew ?? 0) <= greatestSkewSeconds;

const isWell = ({ database, redis, workers, queues, mailFailing }: OperatorStatus) =>
  database.state === 'ready' &&
  !database.missingMigrations?.length &&
  isClockWell(database.clockSkewSeconds) &&
  redis !== 'unreachable' &&
  workers !== null &&
  workers.up >= workers.wanted &&
  !mailFailing &&
  !queues?.some(({ age }) => age > oldestJobSeconds);

export const addStatusCommand: AddCommands = (program, { call, print, isSilent }) =>
  program
    .command('status')
    .description(
      'what runs: processes, database, clock, Redis, jobs, mail, certificates, backup; exit code 1 if something is wrong',
    )
    .action(async () => {
      const status = await call(readStatus);
      print(status, formatStatus, isSilent() || !isWell(status));
    });
