// A replaced value whose grace is over is refused by the time alone. This forgets what was kept for the grace.
import { lte, sql } from 'drizzle-orm';
import type { KeyCheckDeps } from './deps.ts';
import { replacedKeys } from './tables.ts';
import { replacedKeyAddresses, replacedKeyUsage } from './usage/tables.ts';

export const sweepReplacedKeys = async ({ db, now }: Pick<KeyCheckDeps, 'db' | 'now'>) => {
  await db.update(replacedKeys).set({ endsAt: null, pepperId: null }).where(lte(replacedKeys.endsAt, now()));
  for (const kept of [replacedKeyUsage, replacedKeyAddresses])
    await db.delete(kept).where(
      sql`not exists (
        select from ${replacedKeys}
        where ${replacedKeys.secretHash} = ${kept.secretHash} and ${replacedKeys.endsAt} is not null)`,
    );
};
