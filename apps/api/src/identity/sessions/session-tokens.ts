import {
  type Access,
  accessTokenSeconds,
  type Session,
  type SessionUser,
} from '@ballast/contract/auth/session';
import type { Db } from '../../db/connections/open.ts';
import { signId } from '../../secrets/signed-ids.ts';
import type { Owner } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import { type Proof, readProofs } from '../proofs/proofs.ts';
import type { SessionRow } from '../tables.ts';
import { readSessionUser } from '../users.ts';

type SessionKey = Pick<SessionRow, 'id' | 'refreshCounter' | 'refreshProofCount'> &
  Partial<Pick<SessionRow, 'kind'>>;

// The access token in the session library's shape.
export const toAccess = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'now'>,
  owner: Owner,
  session: Parameters<IdentityDeps['accessTokens']['sign']>[1],
): Promise<Access> => {
  const now = deps.now();
  return {
    access_token: await deps.accessTokens.sign(owner, session, now),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + accessTokenSeconds,
  };
};

export const toSession = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'now' | 'tokenPepper'>,
  owner: Owner,
  user: SessionUser,
  row: SessionKey,
  proofs: Proof[],
): Promise<Session> => ({
  ...(await toAccess(deps, owner, { id: row.id, proofs, proofCount: row.refreshProofCount })),
  refresh_token: signId(deps.tokenPepper, 'refresh', { id: row.id, counter: row.refreshCounter }),
  user,
});

export const issueSession = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'now' | 'tokenPepper'>,
  tx: Db,
  owner: Owner,
  row: SessionKey,
) => {
  const user = await readSessionUser(tx, owner, deps.now(), row.kind);
  const proofs = await readProofs(tx, { sessionId: row.id, proofCount: row.refreshProofCount });
  return toSession(deps, owner, user, row, proofs);
};
