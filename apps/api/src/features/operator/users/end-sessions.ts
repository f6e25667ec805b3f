// Signs an account out everywhere: browsers, command lines, and what was begun and not finished.
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import { cliTokens } from '../../../identity/cli/tables.ts';
import { closeAccount } from '../../../identity/open-items.ts';
import { sessions } from '../../../identity/tables.ts';
import { recordOperation } from '../log/operator-log.ts';
import { findUser, holdUser, targetOf } from './find-user.ts';

export const endUserSessions = async (deps: Deps, actor: Operator, who: string) => {
  const { id } = await findUser(deps.db, who);
  return deps.db.transaction(async (tx) => {
    const user = await holdUser(tx, id);
    const ended = {
      sessions: await tx.$count(sessions, and(eq(sessions.userId, id), eq(sessions.kind, 'browser'))),
      commandLines: await tx.$count(cliTokens, eq(cliTokens.userId, id)),
    };
    await closeAccount(deps, tx, id, 'sign-out');
    await recordOperation(deps, tx, actor, {
      action: 'users end-sessions',
      target: targetOf(user),
      before: ended,
      after: { sessions: 0, commandLines: 0 },
    });
    return { id, ...ended };
  });
};
