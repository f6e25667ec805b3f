// The table: a line for each fault.
import type { Tally } from './write-load.ts';

export type Fault = Tally & {
  fault: string;
  rounds: number;
  refused: number;
  readyMs: number[];
  // The longest wait for an answer of /ready while it lasted.
  slowestProbeMs?: number;
  note?: string;
  // How many rounds went wrong: a process served and should not, or should and did not.
  unnoticed?: number;
};

export type FailOver = {
  fault: string;
  rounds: number;
  requests: number;
  allowed: number;
  refused: number;
  // A key far below its limit that was not let in.
  wrong: number;
  exactMs: number[];
};

export type Hang = {
  fault: string;
  rounds: number;
  // In the first 20 s: how many requests were sent, how many failed or got no answer, and the longest wait.
  early: number;
  earlyFailed: number;
  earlySlowestMs: number;
  // The same afterwards.
  later: number;
  laterFailed: number;
  laterSlowestMs: number;
  // Rounds of which a log tells.
  lines: number;
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
  'slowest /ready',
];
const writeWidths = [44, 8, 14, 8, 11, 12, 14, 9, 14, 16];

const failOverColumns = [
  'key checks while',
  'rounds',
  'asked',
  'allowed',
  'refused',
  'answered wrongly',
  'until exact',
];
const failOverWidths = [52, 8, 10, 10, 10, 18, 14];

const hangColumns = [
  'hung',
  'rounds',
  'asked in 20 s',
  'failed',
  'slowest',
  'asked after',
  'failed',
  'slowest',
  'in the log',
];
const hangWidths = [28, 8, 15, 8, 10, 13, 8, 10, 12];

const line = (cells: (string | number)[], widths: number[]) =>
  cells
    .map((cell, at) => (at ? String(cell).padStart(widths[at] ?? 0) : String(cell).padEnd(widths[0] ?? 0)))
    .join('');

export const showHead = () => console.log(line(columns, writeWidths));

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
  slowestProbeMs,
  note,
}: Fault) => {
  const times = [seconds(readyMs), seconds(slowestProbeMs === undefined ? [] : [slowestProbeMs])];
  const cells = [fault, rounds, acknowledged, found, halfDone, twice, mailedAgain, refused, ...times];
  console.log(`${line(cells, writeWidths)}${note ? `  ${note}` : ''}`);
};

export const isWell = ({ acknowledged, found, halfDone, twice, unnoticed = 0 }: Fault) =>
  acknowledged === found && halfDone === 0 && twice === 0 && unnoticed === 0;

export const showFailOverHead = () => console.log(`\n${line(failOverColumns, failOverWidths)}`);

export const showFailOver = ({ fault, rounds, requests, allowed, refused, wrong, exactMs }: FailOver) =>
  console.log(line([fault, rounds, requests, allowed, refused, wrong, seconds(exactMs)], failOverWidths));

export const showHangHead = () => console.log(`\n${line(hangColumns, hangWidths)}`);

export const showHang = (hang: Hang) => {
  const { fault, rounds, early, earlyFailed, earlySlowestMs, later, laterFailed, laterSlowestMs } = hang;
  const inTime = [early, earlyFailed, seconds([earlySlowestMs])];
  const afterwards = [later, laterFailed, seconds([laterSlowestMs])];
  console.log(line([fault, rounds, ...inTime, ...afterwards, hang.lines], hangWidths));
};
