// Every rule holds the account's row before it locks what belongs to the account, such as sessions, links and tokens. With that
// one order no two rules deadlock. Rows that refer to the account may still be written; a sign-in by password waits.
import { eq } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { Failure } from '../runtime/failure.ts';
import type { Actor } from './actor.ts';
import { cliTokens } from './cli/tables.ts';
import type { IdentityDeps } from './deps.ts';
import { refuseSuspended } from './suspension.ts';
import { sessions, type UserRow, users } from './tables.ts';

// Also of a suspended account: for operators, for what only stops something, and for jobs.
export const lockAccount = async (tx: Db, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return row;
};

export const holdAccount = async (deps: Pick<IdentityDeps, 'config'>, tx: Db, id: string) => {
  const owner = await lockAccount(tx, id);
  if (owner) refuseSuspended(deps, owner);
  return owner;
};

// A call may wait between its authentication and its rule, and a reset or sign-out in between must count. So a rule that makes a
// credential, or a way to one, holds the session or token that it acts with. What ends that session waits for the rule, and ends
// its result as well.
const holdProof = (tx: Db, { kind, sessionId }: Actor) => {
  const table = kind === 'cli' ? cliTokens : sessions;
  return tx.select({ id: table.id }).from(table).where(eq(table.id, sessionId)).for('key share');
};

export const holdActor = async (tx: Db, actor: Actor, ended = () => new Failure('unauthorized')) => {
  const owner = await lockAccount(tx, actor.user.id);
  const [held] = await holdProof(tx, actor);
  if (!owner || owner.suspendedAt || !held) throw ended();
  return owner;
};
