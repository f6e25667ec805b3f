import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import { facts, printJson, printJsonList, table } from './output.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const terminal = (columns?: number): Terminal => ({ ...openTerminal({ NO_COLOR: '1' }), columns });

test('columns are as wide as their widest cell, also with wide characters', () => {
  const rows = [
    ['支払い', 'sandbox'],
    ['Checkout', 'production'],
  ];
  expect(table(terminal(), ['NAME', 'ENVIRONMENT'], rows)).toBe(
    ['NAME      ENVIRONMENT', '支払い    sandbox', 'Checkout  production'].join('\n'),
  );
});

test('on a terminal a long name gives way and a row stays one line', () => {
  const lines = table(terminal(40), ['NAME', 'ENVIRONMENT'], [['x'.repeat(100), 'sandbox']]).split('\n');
  expect(lines[1]).toMatch(/^x+… +sandbox$/);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(40);
});

test('in a pipe nothing is cut', () => {
  expect(table(terminal(), ['NAME'], [['x'.repeat(500)]])).toContain('x'.repeat(500));
});

test('a name cannot move the cursor or recolour the terminal', () => {
  const evil = 'a\u001b[2Jb\nc\u009bd';
  expect(table(terminal(), ['NAME'], [[evil]])).toBe('NAME\na�[2Jb�c�d');
  expect(facts(terminal(), [['Name', evil]])).toBe('Name  a�[2Jb�c�d');
});

const printed = async (print: (terminal: Terminal) => unknown) => {
  const chunks: string[] = [];
  const out = { write: (chunk: string) => chunks.push(chunk) } as unknown as Terminal['out'];
  await print({ ...terminal(), out });
  return chunks.join('');
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
