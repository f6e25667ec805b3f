import { counted } from '@ballast/contract/counted';
import * as contract from '@ballast/contract/operator/jobs';
import { formatTable, minuteOf } from '../command-line/format-table.ts';
import { UsageProblem } from '../command-line/problems.ts';
import { type AddCommands, needReason, needValue } from '../command-line/session.ts';

const formatJobs = (jobs: contract.OperatorJob[]) => {
  if (!jobs.length) return 'No jobs.';
  const head = ['ID', 'QUEUE', 'STATE', 'SINCE (UTC)', 'TRIES', 'NEXT (UTC)', 'LAST ERROR'];
  const rows = jobs.map((job) => [
    job.id,
    job.queue,
    job.state,
    minuteOf(job.createdAt),
    String(job.attempts),
    job.nextAttemptAt ? minuteOf(job.nextAttemptAt) : '',
    job.lastError ?? '',
  ]);
  return formatTable([head, ...rows]);
};

const question = 'Add the job: its id, or the start of it.';
const formatRetried = ({ retried }: { retried: number }) =>
  `${counted(retried, 'job')} will be tried within half a minute.`;

export const addJobCommands: AddCommands = (program, { call, print }) => {
  const jobs = program.command('jobs');
  jobs
    .command('list')
    .description('lists jobs that wait, fail or were given up, oldest first')
    .usage('[--queue NAME]')
    .option('--queue <NAME>')
    .action(async (query) => print(await call(contract.listJobs, { query }), formatJobs));
  jobs
    .command('retry')
    .description('retries a job now, or all failed jobs of a queue')
    .usage('ID | --all --queue NAME')
    .argument('[ID]', question)
    .option('--all')
    .option('--queue <NAME>')
    .action(async (id, { all, queue }) => {
      if (all && id) throw new UsageProblem('Add one job, or --all with --queue.');
      if (all) {
        const body = { queue: needValue(queue, 'Name the queue with --queue.') };
        return print(await call(contract.retryJobs, { body }), formatRetried);
      }
      const params = { id: needValue(id, question) };
      print(await call(contract.retryJob, { params }), formatRetried);
    });
  jobs
    .command('drop')
    .description('removes a job, so it never runs')
    .usage('ID --reason TEXT')
    .argument('<ID>', question)
    .option('--reason <TEXT>')
    .action(async (id, options) => {
      const body = { reason: needReason(options.reason) };
      print(await call(contract.dropJob, { params: { id }, body }), (job) => formatJobs([job]));
    });
};
