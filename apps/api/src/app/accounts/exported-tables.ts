// The parts of "Download my data", from what each table says of itself (db/owned.ts). leaving.test.ts refuses a column that belongs to
// somebody and is neither exported nor withheld for a reason.
import { getTableColumns } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { factsOf } from '../../db/owned.ts';
import type { Deps } from '../../http/deps.ts';

export type Part = {
  name: string;
  table: PgTable;
  owner: AnyPgColumn;
  id: AnyPgColumn;
  columns: Record<string, AnyPgColumn>;
};

const partOf = (table: PgTable): Part[] => {
  const { exported } = factsOf(table);
  if (!exported || 'within' in exported) return [];
  const all: Record<string, AnyPgColumn> = getTableColumns(table);
  const owner = all.userId;
  if (!owner) throw new Error(`the export ${exported.as} has no owner`);
  const columns = Object.fromEntries(exported.columns.map((name) => [name, all[name] as AnyPgColumn]));
  return [{ name: exported.as, table, owner, id: all.id ?? owner, columns }];
};

// Each row has its id as well.
export const exportedParts = ({ tables }: Pick<Deps, 'tables'>) => tables.flatMap(partOf);
