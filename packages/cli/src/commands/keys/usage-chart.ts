// The requests of a key as bars, one line for each step of time.
import { requestsOf, type UsageBucket, type UsageCounts } from '@ballast/contract/keys/key-usage';
import { outcomeNames } from '@ballast/contract/requests/requests';
import type { Terminal } from '../../terminal/terminal.ts';
import { localTime } from '../../terminal/times.ts';

// More lines than these scroll out of sight.
const mostLines = 31;
const widestBar = 50;
const usualColumns = 80;

const outcomes = [
  { name: 'allowed', sign: '█', style: 'green' },
  { name: 'limited', sign: '▓', style: 'yellow' },
  { name: 'refused', sign: '░', style: 'red' },
] as const;

const add = (a: UsageBucket, b: UsageCounts): UsageBucket => ({
  start: a.start,
  allowed: a.allowed + b.allowed,
  limited: a.limited + b.limited,
  refused: a.refused + b.refused,
});

// Neighbours become one step, so that the newest step is always whole.
export const inFewSteps = (buckets: UsageBucket[], most = mostLines) => {
  const size = Math.ceil(buckets.length / most);
  const steps: UsageBucket[] = [];
  for (let end = buckets.length; end > 0; end -= size) {
    const [first, ...others] = buckets.slice(Math.max(0, end - size), end);
    if (first) steps.unshift(others.reduce(add, first));
  }
  return steps;
};

// An outcome that happened at all is seen, however rare it was.
const lengthOf = (count: number, busiest: number, width: number) =>
  count > 0 ? Math.min(width, Math.max(1, Math.round((count / busiest) * width))) : 0;

const barOf = ({ paint }: Terminal, step: UsageCounts, busiest: number, width: number) =>
  outcomes
    .map(({ name, sign, style }) => paint(style, sign.repeat(lengthOf(step[name], busiest, width))))
    .join('');

export const drawUsage = (terminal: Terminal, buckets: UsageBucket[]) => {
  const steps = inFewSteps(buckets);
  const busiest = Math.max(1, ...steps.map(requestsOf));
  const counts = steps.map((step) => requestsOf(step).toLocaleString('en-US'));
  const countWidth = Math.max(...counts.map(({ length }) => length));
  const label = localTime(new Date(0).toISOString()).length;
  const room = (terminal.columns ?? usualColumns) - label - countWidth - 4 - outcomes.length;
  const width = Math.max(1, Math.min(widestBar, room));
  const lines = steps.map(
    (step, i) =>
      `${terminal.paint('dim', localTime(step.start))}  ${(counts[i] ?? '').padStart(countWidth)}  ${barOf(terminal, step, busiest, width)}`,
  );
  const legend = outcomes
    .map(({ name, sign, style }) => `${terminal.paint(style, sign)} ${outcomeNames[name].toLowerCase()}`)
    .join('   ');
  return [...lines.map((line) => line.trimEnd()), legend];
};
