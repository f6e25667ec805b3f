// This signs the tokens of a session and puts them into the session library's shape.

import { accessTokenSeconds, type Session, type SessionUser } from '@ballast/contract/session';
import type { Db } from '../db/open.ts';
import type { Deps } from '../runtime/deps.ts';
import { signId } from '../secrets/signed-ids.ts';
import { type Proof, readProofs } from './proofs.ts';
import type { SessionRow, UserRow } from './tables.ts';
import { readSessionUser } from './users.ts';

type SessionKey = Pick<SessionRow, 'id' | 'refreshCounter'>;

export const toSession = async (
  deps: Deps,
  owner: UserRow,
  user: SessionUser,
  row: SessionKey,
  proofs: Proof[],
): Promise<Session> => {
  const now = deps.now();
  return {
    access_token: await deps.accessTokens.sign(owner, row.id, proofs, now),
    refresh_token: signId(deps.tokenPepper, 'refresh', { id: row.id, counter: row.refreshCounter }),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + accessTokenSeconds,
    user,
  };
};

// Signs new tokens for a session that has a row.
export const issueSession = async (deps: Deps, tx: Db, owner: UserRow, row: SessionKey) => {
  const user = await readSessionUser(tx, owner, deps.now());
  return toSession(deps, owner, user, row, await readProofs(tx, row.id));
};
