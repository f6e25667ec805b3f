// The operator log, as a command.
import { readOperatorLog, verifyOperatorLog } from '@ballast/contract/operator/log';
import type { Command } from '../command-line/command.ts';
import { UsageProblem } from '../command-line/problems.ts';
import { formatLog, formatReport } from './format-log.ts';

const dayAlone = /^\d{4}-\d{2}-\d{2}$/;
const toMoment = (since: string | undefined) =>
  since && dayAlone.test(since) ? `${since}T00:00:00Z` : since;

export const logCommands: Command[] = [
  {
    words: 'log',
    options: ['verify', 'known', 'since', 'limit', 'before'],
    rest: '[--since TIME] [--limit NUMBER] [--before POSITION] [--verify [--known POSITION:HASH]]',
    help: 'what operators did, newest first; whether somebody changed it',
    run: async (call, { values, flags }) => {
      if (values.known && !flags.has('verify')) throw new UsageProblem('--known belongs to --verify.');
      if (flags.has('verify')) {
        const report = await call(verifyOperatorLog, { query: { known: values.known } });
        return { answer: report, text: formatReport(report), failed: report.problems.length > 0 };
      }
      const { since, limit, before } = values;
      const answer = await call(readOperatorLog, { query: { since: toMoment(since), limit, before } });
      return { answer, text: formatLog(answer) };
    },
  },
];
