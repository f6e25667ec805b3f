import { type OperatorStatus, readStatus } from '@ballast/contract/operator/status';
import { formatCount, formatTable, minuteOf } from '../command-line/format-table.ts';
import type { AddCommands } from '../command-line/session.ts';

const processRows = ({ processes }: OperatorStatus) => {
  if (!processes) return [['Processes', 'not known']];
  const since = ({ address, connectedAt }: (typeof processes)[number]) =>
    `${address ?? 'this machine'}, since ${minuteOf(connectedAt)}`;
  return processes.map((each, place) => [place ? '' : 'Processes', since(each)]);
};

const migrationsOf = ({ missingMigrations: missing }: OperatorStatus['database']) => {
  if (!missing) return 'not known';
  return missing.length ? `missing: ${missing.join(', ')}` : 'all applied';
};

const queueRows = ({ queues }: OperatorStatus) => {
  if (!queues) return [['Jobs', 'not known']];
  if (!queues.length) return [['Jobs', 'none is waiting']];
  return queues.map(({ queue, waiting, seconds }, place) => [
    place ? '' : 'Jobs',
    `${queue}: ${formatCount(waiting)} waiting, the oldest for ${formatCount(Math.ceil(seconds))} s`,
  ]);
};

const formatStatus = (status: OperatorStatus) => {
  const { version, node, database, redis, mail } = status;
  const { pid, startedAt } = status.process;
  return formatTable([
    ['Version', `${version}, Node ${node}`],
    ['Process', `${pid}, since ${minuteOf(startedAt)}`],
    ...processRows(status),
    ['Database', [database.kind, database.version, database.state].filter(Boolean).join(', ')],
    ['Migrations', migrationsOf(database)],
    ['Redis', redis],
    ...queueRows(status),
    ['Mail', mail],
  ]);
};

const isWell = ({ database, redis }: OperatorStatus) =>
  database.state === 'ready' && !database.missingMigrations?.length && redis !== 'unreachable';

export const addStatusCommand: AddCommands = (program, { call, print }) =>
  program
    .command('status')
    .description(
      'what runs: version, processes, database, Redis, jobs, mail; exit code 1 if something is wrong',
    )
    .action(async () => {
      const status = await call(readStatus);
      print(status, formatStatus, !isWell(status));
    });
