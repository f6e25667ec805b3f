// The table: a line for each fault.
import type { Tally } from './write-load.ts';

export type Fault = Tally & {
  fault: string;
  rounds: number;
  refused: number;
  readyMs: number[];
  note?: string;
};

const columns = [
  'fault',
  'rounds',
  'acknowledged',
  'found',
  'half done',
  'done twice',
  'mailed again',
  'refused',
  'until ready',
];
const widths = [44, 8, 14, 8, 11, 12, 14, 9, 14];

const line = (cells: (string | number)[]) =>
  cells
    .map((cell, at) => (at ? String(cell).padStart(widths[at] ?? 0) : String(cell).padEnd(widths[0] ?? 0)))
    .join('');

export const showHead = () => console.log(line(columns));

const seconds = (times: number[]) => (times.length ? `${(Math.max(...times) / 1000).toFixed(1)} s` : '-');

export const show = ({
  fault,
  rounds,
  acknowledged,
  found,
  halfDone,
  twice,
  mailedAgain,
  refused,
  readyMs,
  note,
}: Fault) =>
  console.log(
    `${line([fault, rounds, acknowledged, found, halfDone, twice, mailedAgain, refused, seconds(readyMs)])}${note ? `  ${note}` : ''}`,
  );

export const isWell = ({ acknowledged, found, halfDone, twice }: Tally) =>
  acknowledged === found && halfDone === 0 && twice === 0;
