// Rules that touch one account come one after the other: each holds the account's row before it locks what belongs to the
// account, such as its sessions, links, states, requests and tokens. With that one order two of them cannot wait for each
// other. What refers to the account may be written meanwhile; a sign-in by password waits.

import { eq } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import type { IdentityDeps } from './deps.ts';
import { refuseSuspended } from './suspension.ts';
import { type UserRow, users } from './tables.ts';

// For what an operator does, what only stops something, and jobs that pass over a suspended account.
export const lockAccount = async (tx: Db, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return row;
};

// A suspended account does not change, however it was suspended and whatever was begun before.
export const holdAccount = async (deps: Pick<IdentityDeps, 'config'>, tx: Db, id: string) => {
  const owner = await lockAccount(tx, id);
  if (owner) refuseSuspended(deps, owner);
  return owner;
};
