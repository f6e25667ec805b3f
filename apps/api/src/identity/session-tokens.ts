// This signs the tokens of a session and puts them into the session library's shape.

import { accessTokenSeconds, type Session } from '@ballast/contract/session';
import type { Db } from '../db/open.ts';
import type { Deps } from '../runtime/deps.ts';
import { signId } from '../secrets/signed-ids.ts';
import type { IdentityRow, SessionRow, UserRow } from './tables.ts';
import { listIdentities, toSessionUser } from './users.ts';

type SessionKey = Pick<SessionRow, 'id' | 'refreshCounter'>;

export const toSession = async (
  deps: Deps,
  owner: UserRow,
  identities: IdentityRow[],
  row: SessionKey,
): Promise<Session> => {
  const now = deps.now();
  return {
    access_token: await deps.accessTokens.sign(owner, row.id, now),
    refresh_token: signId(deps.tokenPepper, 'refresh', { id: row.id, counter: row.refreshCounter }),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + accessTokenSeconds,
    user: toSessionUser(owner, identities),
  };
};

// Signs new tokens for a session that has a row.
export const issueSession = async (deps: Deps, tx: Db, owner: UserRow, row: SessionKey) =>
  toSession(deps, owner, await listIdentities(tx, owner.id), row);
