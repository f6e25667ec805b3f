// Lays out results and failures: text and tables for people, JSON for programs.
import { printable, printableJson } from '@ballast/contract/characters';
import stringWidth from 'fast-string-width';
import type { Context } from '../context.ts';
import { type CliFailure, endings, StatusFailure } from '../failures.ts';
import type { Output } from './streams.ts';
import type { Terminal } from './terminal.ts';

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

const shorten = (text: string, width: number) => {
  if (stringWidth(text) <= width) return text;
  let short = '';
  let taken = 0;
  for (const character of text) {
    taken += stringWidth(character);
    if (taken >= width) break;
    short += character;
  }
  return `${short}…`;
};

const gap = 2;
const shortestColumn = 8;
// A name that is cut below this width is not recognised.
const readableColumn = 14;

const widthsOf = (rows: string[][]) =>
  (rows[0] ?? []).map((_, i) => rows.reduce((widest, row) => Math.max(widest, stringWidth(row[i] ?? '')), 0));

const sum = (widths: number[]) => widths.reduce((total, width) => total + width + gap, 0);

// On a terminal the column with the longest texts shrinks, so that a row stays one line.
const columnWidths = (rows: string[][], columns: number | undefined, elastic: number) => {
  const widths = widthsOf(rows);
  if (!columns) return widths;
  const left = columns - sum(widths.filter((_, i) => i !== elastic));
  return widths.map((width, i) =>
    i === elastic ? Math.max(Math.min(width, left), Math.min(width, shortestColumn)) : width,
  );
};

// If that is not enough, the least important columns are dropped one by one.
const fittingColumns = (
  rows: string[][],
  columns: number | undefined,
  spare: string[],
  elastic: string | undefined,
) => {
  const head = rows[0] ?? [];
  let shown = head.map((_, i) => i);
  if (!columns) return shown;
  const widths = widthsOf(rows);
  const needed = () => {
    const others = shown.filter((i) => head[i] !== elastic).map((i) => widths[i] ?? 0);
    return Math.min(widths[head.indexOf(elastic ?? '')] ?? 0, readableColumn) + sum(others);
  };
  for (const name of spare) if (needed() > columns) shown = shown.filter((i) => head[i] !== name);
  return shown;
};

// `spare` names the columns that a narrow terminal does not show, the least important first. --wide shows them.
// `elastic` is the column that may be cut; usually the first one, which holds names.
export const table = (
  { paint, columns }: Terminal,
  head: string[],
  rows: string[][],
  spare: string[] = [],
  elastic = head[0],
) => {
  const all = [head, ...rows.map((row) => row.map(printable))];
  const fitting = fittingColumns(all, columns, spare, elastic);
  const [top = [], ...shown] = all.map((row) => fitting.map((i) => row[i] ?? ''));
  const widths = columnWidths([top, ...shown], columns, top.indexOf(elastic ?? ''));
  const line = (row: string[]) =>
    row
      .map((cell, i) => pad(shorten(cell, widths[i] ?? 0), (widths[i] ?? 0) + gap))
      .join('')
      .trimEnd();
  return [paint('dim', line(top)), ...shown.map(line)];
};

export type Fact = [label: string, value: string | null | undefined | false];

// One fact per line, such as 'Portal      http://localhost:3000'. A fact without a value has no line.
export const facts = ({ paint }: Terminal, entries: Fact[]) => {
  const known = entries.filter(([, value]) => typeof value === 'string');
  const width = Math.max(...known.map(([label]) => label.length));
  return known.map(([label, value]) => `${paint('dim', label.padEnd(width + gap))}${value}`);
};

export const printJson = ({ out, filter }: Terminal, value: unknown) => {
  out.print(filter ? filter(value) : printableJson(value).split('\n'));
};

// A program gets the value as JSON, a person the text.
export const show = (
  { terminal, flags }: Context,
  value: unknown,
  text: (terminal: Terminal) => string | string[],
) => (flags.json ? printJson(terminal, value) : terminal.out.print(text(terminal)));

const withComma = (lines: string[]) => lines.map((line, i) => (i === lines.length - 1 ? `${line},` : line));

const printJsonLine = (output: Output, value: unknown) => output.print(printableJson(value, 0));

// One value per line, for an endless list.
export const printJsonEntry = ({ out, filter }: Terminal, value: unknown) =>
  filter ? out.print(filter(value)) : printJsonLine(out, value);

// Writes the same text as printJson while the list is being read, so that a long list needs no memory.
export const printJsonList = async <T>(
  { out, filter }: Terminal,
  items: AsyncIterable<T>,
  toJson: (item: T) => unknown,
) => {
  // A filter sees the whole list.
  if (filter) {
    const all: unknown[] = [];
    for await (const item of items) all.push(toJson(item));
    return out.print(filter(all));
  }
  // Only the item after it tells whether a comma follows.
  let before: string[] = [];
  for await (const item of items) {
    out.print(before.length ? withComma(before) : '[');
    before = printableJson(toJson(item))
      .split('\n')
      .map((line) => `  ${line}`);
  }
  out.print(before.length ? [...before, ']'] : '[]');
};

export const printFailure = ({ err, paintError }: Terminal, failure: CliFailure, json: boolean) => {
  const { code, message, details } = failure;
  const { exitCode } = endings[code];
  if (json) printJsonLine(err, { error: { code, message, exitCode, ...details } });
  else err.print(failure instanceof StatusFailure ? message : `${paintError('red', 'Error:')} ${message}`);
  return exitCode;
};
