import { secretKinds } from '@ballast/contract/operator/operator';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../db/columns.ts';
import { owned } from '../db/owned.ts';

export const secretFingerprints = owned(
  pgTable(
    'secret_fingerprints',
    {
      kind: text({ enum: secretKinds }).notNull(),
      id: text().notNull(),
      fingerprint: text().notNull(),
      // When it was last the first of its list. One that is only accepted so far has no such time.
      inUseAt: time(),
    },
    (table) => [primaryKey({ columns: [table.kind, table.id] })],
  ),
  () => ({ retention: { bound: 'one for each secret that is known' } }),
);
