import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../terminal/terminal.ts';
import { drawUsage, inFewSteps } from './usage-chart.ts';

const terminal = (columns: number): Terminal => ({ ...openTerminal({ NO_COLOR: '1' }), columns });

const hours = (count: number) =>
  Array.from({ length: count }, (_, hour) => ({
    start: new Date(Date.UTC(2026, 10, 8, hour)).toISOString(),
    allowed: 1,
    limited: 0,
    refused: 0,
  }));

test('a week of hours fits a screen, nothing is lost, and the newest step is whole', () => {
  const steps = inFewSteps(hours(168));
  expect(steps.length).toBeLessThanOrEqual(31);
  expect(steps.reduce((sum, { allowed }) => sum + allowed, 0)).toBe(168);
  expect(steps.at(-1)?.allowed).toBe(6);
  expect(inFewSteps(hours(24))).toHaveLength(24);
});

test('the busiest step is the longest bar, and one refused request of thousands is seen', () => {
  const [quiet, busy] = hours(2);
  if (!quiet || !busy) throw new Error('no steps');
  const drawn = drawUsage(terminal(60), [
    { ...quiet, allowed: 0 },
    { ...busy, allowed: 5000, limited: 2500, refused: 1 },
  ]);
  const [first = '', second = ''] = drawn;
  expect(first).toMatch(/ {6}0$/);
  expect(second).toMatch(/ {2}7,501 {2}█+▓+░$/);
  for (const line of drawn) expect(line.length).toBeLessThanOrEqual(60);
});
