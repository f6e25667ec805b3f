// Tables for a terminal. Texts of developers may be older than the rules for text, so they are made printable.
import { printable } from '@ballast/contract/characters';

export const formatTable = (given: string[][]) => {
  const rows = given.map((row) => row.map(printable));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

// The label is beside the first line only, so that no line can pass for another fact.
export const listRows = (label: string, lines: string[], none = 'none') =>
  (lines.length ? lines : [none]).map((line, place) => [place === 0 ? label : '', line]);

export const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ');

export const formatCount = (value: number) => value.toLocaleString('en-US');
