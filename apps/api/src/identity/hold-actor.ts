// A call is let in before its rule runs, and may be held up in between: by a slow body, a queue or a provider. A reset or a
// sign-out that came meanwhile must count. So a rule that makes a new credential, or a new way to one, holds in its own
// transaction the session or the command line's token that it acts with. Once it does, whoever ends that waits for the rule,
// and then ends what it made as well.

import { eq } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { Failure } from '../runtime/failure.ts';
import type { Actor } from './actor.ts';
import { cliTokens } from './cli/tables.ts';
import { lockAccount } from './hold-account.ts';
import { sessions } from './tables.ts';

const holdProof = (tx: Db, { kind, sessionId }: Actor) => {
  const table = kind === 'cli' ? cliTokens : sessions;
  return tx.select({ id: table.id }).from(table).where(eq(table.id, sessionId)).for('key share');
};

// A session that has ended meanwhile is refused in the words of the caller's dialect.
export const holdActor = async (tx: Db, actor: Actor, ended = () => new Failure('unauthorized')) => {
  const owner = await lockAccount(tx, actor.user.id);
  const [held] = await holdProof(tx, actor);
  if (!owner || owner.suspendedAt || !held) throw ended();
  return owner;
};
