import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import { facts, table } from './output.ts';
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
