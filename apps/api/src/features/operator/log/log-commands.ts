import { readOperatorLog, verifyOperatorLog } from '@ballast/contract/operator/log';
import { UsageProblem } from '../command-line/problems.ts';
import type { AddCommands } from '../command-line/session.ts';
import { formatLog, formatReport } from './format-log.ts';

const toMoment = (since: string | undefined) =>
  since && /^\d{4}-\d{2}-\d{2}$/.test(since) ? `${since}T00:00:00Z` : since;

export const addLogCommand: AddCommands = (program, { call, print }) =>
  program
    .command('log')
    .description('what operators did, newest first; whether somebody changed it')
    .usage('[--since TIME] [--limit NUMBER] [--before POSITION] [--verify [--known POSITION:HASH]]')
    .option('--since <TIME>')
    .option('--limit <NUMBER>')
    .option('--before <POSITION>')
    .option('--verify')
    .option('--known <POSITION:HASH>')
    .action(async ({ since, limit, before, verify, known }) => {
      if (known && !verify) throw new UsageProblem('--known belongs to --verify.');
      if (!verify)
        return print(
          await call(readOperatorLog, { query: { since: toMoment(since), limit, before } }),
          formatLog,
        );
      const report = await call(verifyOperatorLog, { query: { known } });
      print(report, formatReport, report.problems.length > 0);
    });
