// An account that never verified its address gives way to whoever did.

import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { users } from './tables.ts';

// An account that was verified in the meantime stays, and the unique address then refuses the other one.
export const deleteUnverified = async (tx: Db, id: string) => {
  await tx.delete(users).where(and(eq(users.id, id), isNull(users.emailVerifiedAt)));
};
