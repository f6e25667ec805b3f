import { type OperatorStatus, readStatus } from '@ballast/contract/operator/status';
import { formatCount, formatTable, listRows, minuteOf } from '../command-line/format-table.ts';
import type { AddCommands } from '../command-line/session.ts';

type Process = NonNullable<OperatorStatus['processes']>[number];
type Queue = NonNullable<OperatorStatus['queues']>[number];

const formatProcess = ({ address, connectedAt }: Process) =>
  `${address ?? 'this machine'}, since ${minuteOf(connectedAt)}`;

const formatQueue = ({ queue, waiting, seconds }: Queue) =>
  `${queue}: ${formatCount(waiting)} waiting, the oldest for ${formatCount(Math.ceil(seconds))} s`;

const migrationsOf = ({ missingMigrations: missing }: OperatorStatus['database']) => {
  if (!missing) return 'not known';
  return missing.length ? `missing: ${missing.join(', ')}` : 'all applied';
};

const formatStatus = (status: OperatorStatus) => {
  const { version, node, database, redis, mail } = status;
  const { pid, startedAt } = status.process;
  return formatTable([
    ['Version', `${version}, Node ${node}`],
    ['Process', `${pid}, since ${minuteOf(startedAt)}`],
    ...listRows('Processes', status.processes?.map(formatProcess) ?? ['not known']),
    ['Database', [database.kind, database.version, database.state].filter(Boolean).join(', ')],
    ['Migrations', migrationsOf(database)],
    ['Redis', redis],
    ...listRows('Jobs', status.queues?.map(formatQueue) ?? ['not known'], 'none is waiting'),
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
