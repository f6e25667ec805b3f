// The link keeps the account and signs nobody in.
import { leavingMessages } from '@ballast/contract/auth/leaving';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Owner, Visitor } from '../../identity/actor.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { isLeaving } from '../../identity/leaving.ts';
import { oneTimeTokens } from '../../identity/mailed/tables.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { users } from '../../identity/tables.ts';
import { consumeToken } from '../../identity/throttling/throttles.ts';
import { publishOwnerChange } from '../../key-check/lookup/publish-change.ts';
import { Failure } from '../../runtime/failure.ts';
import { readSignedId } from '../../secrets/signed-ids.ts';
import { authMails } from './mails.ts';
import { findToken, spendToken } from './one-time-tokens.ts';

const invalidLink = () => new Failure('link_invalid', { message: leavingMessages.linkInvalid });

// Other such links must not keep the account the next time.
const keep = async (tx: Db, owner: Owner) => {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, owner.id),
        eq(oneTimeTokens.purpose, 'keep-account'),
        isNull(oneTimeTokens.usedAt),
      ),
    );
  await tx.update(users).set({ deletesAt: null }).where(eq(users.id, owner.id));
};

export const keepAccount = async (deps: Deps, actor: Visitor, linkToken: string) => {
  await consumeToken(deps, actor, 'keep account');
  const now = deps.now();
  const read = readSignedId(deps.tokenPepper, 'keep-account', linkToken);
  const found = read && (await findToken(deps.db, read.id, 'keep-account', now));
  if (!found) throw invalidLink();
  await publishOwnerChange(deps, found.userId, async (tx) => {
    const owner = await holdAccount(deps, tx, found.userId);
    const token = await spendToken(deps, tx, found.id, 'keep-account');
    if (!owner || !token || owner.email !== token.email || !isLeaving(owner)) throw invalidLink();
    await keep(tx, owner);
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'account_kept' });
    await mailSecurityNotice(deps, tx, actor, owner, authMails.accountKept, {});
  });
  return { message: leavingMessages.stays };
};
