// Rows for a terminal. Much of what they hold was typed by developers, and may be older than the rules for text.
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

// Each further line stands below the first, so that none can pass for another fact.
export const paragraphRows = (label: string, text: string) =>
  text.split('\n').map((line, place) => [place === 0 ? label : '', line]);

export const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ');

export const formatCount = (value: number) => value.toLocaleString('en-US');
