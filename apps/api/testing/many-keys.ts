// Keys by the thousand are written straight to the database: created one by one they would take minutes.

import type { Deps } from '../src/http/deps.ts';
import { apiKeys } from '../src/key-check/tables.ts';

const perInsert = 1000;

type Key = Partial<Omit<typeof apiKeys.$inferInsert, 'id'>>;

export const insertKeys = async (deps: Deps, userId: string, count: number, nth: (n: number) => Key) => {
  const rows = Array.from({ length: count }, (_, n) => {
    const id = crypto.randomUUID();
    return {
      id,
      userId,
      name: `key ${n}`,
      environment: 'SANDBOX' as const,
      secretHash: id,
      ...deps.keyEncryption.seal(`blst_test_${n}`, id),
      createdAt: deps.now(),
      ...nth(n),
    };
  });
  for (let from = 0; from < count; from += perInsert)
    await deps.db.insert(apiKeys).values(rows.slice(from, from + perInsert));
  return rows;
};
