// Signs an account out everywhere: browsers, command lines, and what was begun and not finished.
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/open.ts';
import type { Operator } from '../../../identity/actor.ts';
import { revokeAllCliTokens } from '../../../identity/cli-tokens.ts';
import { endPendingProofs } from '../../../identity/pending-proofs.ts';
import { cliTokens, sessions } from '../../../identity/tables.ts';
import type { Deps } from '../../../runtime/deps.ts';
import { recordOperation } from '../operator-log.ts';
import { findUser, holdUser, targetOf } from './find-user.ts';

export const endAllSessions = async (tx: Db, ownerId: string) => {
  await endPendingProofs(tx, ownerId);
  const commandLines = await tx.$count(cliTokens, eq(cliTokens.userId, ownerId));
  await revokeAllCliTokens(tx, ownerId);
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.userId, ownerId))
    .returning({ kind: sessions.kind });
  return { sessions: ended.filter(({ kind }) => kind === 'browser').length, commandLines };
};

export const endUserSessions = async (deps: Deps, actor: Operator, who: string) => {
  const { id } = await findUser(deps.db, who);
  return deps.db.transaction(async (tx) => {
    const user = await holdUser(tx, id);
    const ended = await endAllSessions(tx, id);
    await recordOperation(deps, tx, actor, {
      action: 'users end-sessions',
      target: targetOf(user),
      before: ended,
      after: { sessions: 0, commandLines: 0 },
    });
    return { id, ...ended };
  });
};
