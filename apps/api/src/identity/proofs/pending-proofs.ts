// Links in mails, reset links, provider links and requests of the command line are begun by one and finished later. All that
// was begun for an account ends together when a password, an address or a way in changes, or when sessions are ended: whoever
// began it may be the one who is to be kept out.

import type { Db } from '../../db/connections/open.ts';
import type { IdentityDeps } from '../deps.ts';
import { endItems } from '../open-items.ts';

// A reset link that is being used is named by its session and stays. A sign-in that checks the password waits for the account's
// row, so none begins between this and what follows.
export const endPendingProofs = (
  deps: Pick<IdentityDeps, 'tables'>,
  tx: Db,
  ownerId: string,
  usedSessionId?: string,
) => endItems(deps, tx, ownerId, 'new-proof', usedSessionId);
