// Formats the operator log for a terminal.
import { counted } from '@ballast/contract/counted';
import type { OperatorEntry, OperatorLogReport } from '@ballast/contract/operator/log';
import { formatTable, minuteOf } from '../command-line/format-table.ts';

const facts = (value: unknown) => {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, fact]) => `${name}: ${typeof fact === 'string' ? fact : JSON.stringify(fact)}`)
    .join(', ');
};

const change = ({ before, after }: OperatorEntry) =>
  [facts(before), facts(after)].filter(Boolean).join(' → ');

export const formatLog = ({
  entries,
  nextBefore,
}: {
  entries: OperatorEntry[];
  nextBefore: number | null;
}) => {
  if (!entries.length) return 'No entries.';
  const head = ['NO.', 'AT (UTC)', 'WHO', 'DID', 'TO', 'BEFORE → AFTER'];
  const rows = entries.map((entry) => [
    String(entry.position),
    minuteOf(entry.at),
    entry.actor,
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

export const formatReport = (report: OperatorLogReport) =>
  [...verdictOf(report), ...report.warnings.map((warning) => `Warning: ${warning}`)].join('\n');
