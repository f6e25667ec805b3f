// A replaced value whose grace is over is refused by the time alone. This forgets what was kept for the grace.
import { lte, sql } from 'drizzle-orm';
import type { Deps } from '../runtime/deps.ts';
import { replacedKeys, replacedKeyUsage } from './tables.ts';

export const sweepReplacedKeys = async ({ db, now }: Deps) => {
  await db.update(replacedKeys).set({ endsAt: null, pepperId: null }).where(lte(replacedKeys.endsAt, now()));
  await db.delete(replacedKeyUsage).where(
    sql`not exists (
      select from ${replacedKeys}
      where ${replacedKeys.secretHash} = ${replacedKeyUsage.secretHash} and ${replacedKeys.endsAt} is not null)`,
  );
};
