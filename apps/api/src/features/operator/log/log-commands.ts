import { counted } from '@ballast/contract/counted';
import {
  type OperatorEntry,
  type OperatorLogReport,
  readOperatorLog,
  verifyOperatorLog,
} from '@ballast/contract/operator/log';
import { formatTable, minuteOf } from '../command-line/format-table.ts';
import { UsageProblem } from '../command-line/problems.ts';
import type { AddCommands } from '../command-line/session.ts';

const facts = (value: unknown) => {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, fact]) => `${name}: ${typeof fact === 'string' ? fact : JSON.stringify(fact)}`)
    .join(', ');
};

const change = ({ before, after }: OperatorEntry) =>
  [facts(before), facts(after)].filter(Boolean).join(' → ');

const formatLog = ({ entries, nextBefore }: { entries: OperatorEntry[]; nextBefore: number | null }) => {
  if (!entries.length) return 'No entries.';
  const head = ['NO.', 'AT (UTC)', 'WHO', 'DID', 'TO', 'BEFORE → AFTER'];
  const rows = entries.map((entry) => [
    String(entry.position),
    minuteOf(entry.at),
    entry.as === null ? entry.actor : `${entry.actor} (as ${entry.as})`,
    entry.action,
    entry.target,
    change(entry),
  ]);
  const more = nextBefore === null ? [] : [`There is more: --before ${nextBefore}`];
  return [formatTable([head, ...rows]), ...more].join('\n');
};

const verdictOf = ({ entries, hash, problems }: OperatorLogReport) => {
  if (problems.length) return ['The log is not as it was written.', ...problems];
  if (!entries) return ['The log has no entries.'];
  return [
    `The log is as it was written: ${counted(entries, 'entry', 'entries')}, the newest with the hash ${hash}.`,
  ];
};

const formatReport = (report: OperatorLogReport) =>
  [...verdictOf(report), ...report.warnings.map((warning) => `Warning: ${warning}`)].join('\n');

const toMoment = (since: string | undefined) =>
  since && /^\d{4}-\d{2}-\d{2}$/.test(since) ? `${since}T00:00:00Z` : since;

export const addLogCommand: AddCommands = (program, { call, print }) =>
  program
    .command('log')
    .description('lists what operators did, newest first; --verify checks for changes')
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
