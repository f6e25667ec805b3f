// Operators name a row by its id, or by the first characters of it while they fit one row.
import { operatorUserLimits } from '@ballast/contract/operator/users';
import { between, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { Failure } from '../../runtime/failure.ts';

const shape = /^[0-9a-f][0-9a-f-]{3,35}$/;
const digits = 32;

const toId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

// A range, so that the index finds them. Null if no id can begin like this.
export const beginsWith = (column: AnyPgColumn, typed: string): SQL | null => {
  const start = typed.toLowerCase();
  const hex = start.replaceAll('-', '');
  if (!shape.test(start) || hex.length > digits || !toId(hex.padEnd(digits, '0')).startsWith(start))
    return null;
  return between(column, toId(hex.padEnd(digits, '0')), toId(hex.padEnd(digits, 'f')));
};

const { candidates } = operatorUserLimits;

type Messages = {
  none: (typed: string) => string;
  several: (typed: string, named: string[], more: boolean) => string;
};

// A condition that is null fits no row.
export const findOne = async <Row>(
  typed: string,
  condition: SQL | null,
  messages: Messages,
  read: (condition: SQL, limit: number) => Promise<Row[]>,
  nameOf: (row: Row) => string,
): Promise<Row> => {
  const found = condition ? await read(condition, candidates + 1) : [];
  const [one, another] = found;
  if (!one) throw new Failure('not_found', { message: messages.none(typed) });
  if (!another) return one;
  const named = found.slice(0, candidates).map(nameOf);
  throw new Failure('conflict', { message: messages.several(typed, named, found.length > candidates) });
};
