// Links in mails, reset links, provider links and requests of the command line are begun by one and finished later. All that
// was begun for an account ends together when a password, an address or a way in changes, or when sessions are ended: whoever
// began it may be the one who is to be kept out.

import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { holdAccount } from './hold-account.ts';
import { mailedCodes } from './mailed/tables.ts';
import { cliRequests, oauthStates, oneTimeTokens, sessions } from './tables.ts';

// Links that verify an address stay: all that one can do is verify the address that it was mailed to, once. A reset link that
// is being used is named by its session and stays as well. A sign-in that checks the password waits for the account's row, so
// none begins between this and what follows.
export const endPendingProofs = async (tx: Db, ownerId: string, usedSessionId?: string) => {
  await holdAccount(tx, ownerId);
  await tx
    .delete(cliRequests)
    .where(and(eq(cliRequests.userId, ownerId), eq(cliRequests.status, 'authorized')));
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, ownerId),
        ne(oneTimeTokens.purpose, 'verify-email'),
        isNull(oneTimeTokens.usedAt),
      ),
    );
  await tx.delete(oauthStates).where(eq(oauthStates.linkUserId, ownerId));
  await tx.delete(mailedCodes).where(eq(mailedCodes.userId, ownerId));
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, ownerId),
        eq(sessions.kind, 'recovery'),
        usedSessionId ? ne(sessions.id, usedSessionId) : undefined,
      ),
    );
};
