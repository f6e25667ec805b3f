import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import { printJson, printJsonList, table } from './output.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const terminal = (columns?: number): Terminal => ({ ...openTerminal({ NO_COLOR: '1' }), columns });

test('columns are as wide as their widest cell, also with wide characters', () => {
  const rows = [
    ['支払い', 'sandbox'],
    ['Checkout', 'production'],
  ];
  expect(table(terminal(), ['NAME', 'ENVIRONMENT'], rows)).toEqual([
    'NAME      ENVIRONMENT',
    '支払い    sandbox',
    'Checkout  production',
  ]);
});

test('on a terminal a long name gives way and a row stays one line', () => {
  const lines = table(terminal(40), ['NAME', 'ENVIRONMENT'], [['x'.repeat(100), 'sandbox']]);
  expect(lines[1]).toMatch(/^x+… +sandbox$/);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(40);
});

test('in a pipe nothing is cut', () => {
  expect(table(terminal(), ['NAME'], [['x'.repeat(500)]])).toEqual(['NAME', 'x'.repeat(500)]);
});

test('a name that is wide in a terminal but empty to the eye does not slow a table down', () => {
  const endless = `a${'\u0301'.repeat(50_000)}${'b'.repeat(20)}`;
  expect(table(terminal(20), ['NAME', 'KEY'], [[endless, 'x'.repeat(10)]])[1]).toMatch(/… {2}x{10}$/);
});

const printed = async (print: (terminal: Terminal) => unknown) => {
  const lines: string[] = [];
  const out = { ...terminal().out, print: (more: string | string[]) => void lines.push(...[more].flat()) };
  await print({ ...terminal(), out });
  return lines.join('\n');
};

async function* oneByOne<T>(items: T[]) {
  yield* items;
}

test.each([[[]], [[{ name: 'a\u009b2Jb' }]], [[{ name: 'a' }, { name: 'b', more: { deep: [1] } }]]])(
  'row 16: a list that is printed while it is read is the same JSON, with nothing that rewrites a terminal: %j',
  async (items) => {
    const streamed = await printed((to) => printJsonList(to, oneByOne<unknown>(items), (item) => item));
    expect(streamed).toBe(await printed((to) => printJson(to, items)));
    expect(streamed).not.toContain('\u009b');
    expect(JSON.parse(streamed)).toEqual(items);
  },
);
