// The first characters of an id stand for it while they fit one row.
import { between, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const shape = /^[0-9a-f][0-9a-f-]{3,35}$/;
const digits = 32;

const toId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

// A range, so that the index finds them. Null stands for what cannot begin an id.
export const beginsWith = (column: AnyPgColumn, typed: string): SQL | null => {
  const start = typed.toLowerCase();
  const hex = start.replaceAll('-', '');
  if (!shape.test(start) || hex.length > digits || !toId(hex.padEnd(digits, '0')).startsWith(start))
    return null;
  return between(column, toId(hex.padEnd(digits, '0')), toId(hex.padEnd(digits, 'f')));
};
