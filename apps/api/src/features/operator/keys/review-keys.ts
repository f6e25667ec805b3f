// Operators look at a key, and revoke it.
import { operatorKeyMessages } from '@ballast/contract/operator/keys';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Operator } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { publishKeyChange } from '../../../key-check/lookup/publish-change.ts';
import { productionKeyDeleted } from '../../../key-check/mails.ts';
import { revokeKeys } from '../../../key-check/revoke-keys.ts';
import { apiKeys } from '../../../key-check/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { recordAlone, recordOperation } from '../log/operator-log.ts';
import { describeKey, findKey } from './find-key.ts';

export const showKey = async (deps: Deps, actor: Operator, idStart: string) => {
  const found = await findKey(deps, idStart);
  await recordAlone(deps, actor, { action: 'keys show', target: `key ${found.key.id}` });
  return describeKey(deps, found);
};

export const revokeKey = async (deps: Deps, actor: Operator, idStart: string, reason: string) => {
  const { key: found } = await findKey(deps, idStart);
  await publishKeyChange(deps, found.id, async (tx) => {
    const owner = await lockAccount(tx, found.userId);
    const [key] = await tx.select().from(apiKeys).where(eq(apiKeys.id, found.id)).for('update');
    if (!owner || !key) throw new Failure('not_found', { message: operatorKeyMessages.none(idStart) });
    // One that its owner has just deleted could come back.
    const mayComeBack = key.undoUntil !== null && key.undoUntil > deps.now();
    if (key.revokedAt && !mayComeBack)
      throw new Failure('conflict', { message: operatorKeyMessages.alreadyRevoked });
    await revokeKeys(deps, tx, owner.id, [key.id]);
    await recordActivity(deps, tx, actor, {
      ownerId: owner.id,
      type: 'key_deleted',
      keyId: key.id,
      description: key.name,
      environment: key.environment,
    });
    if (key.environment === 'PRODUCTION') {
      await mailSecurityNotice(deps, tx, actor, owner, productionKeyDeleted, { name: key.name });
    }
    await recordOperation(deps, tx, actor, {
      action: 'keys revoke',
      target: `key ${key.id}`,
      before: { status: 'ACTIVE', user: owner.id, environment: key.environment },
      after: { status: 'REVOKED', reason },
    });
  });
  return describeKey(deps, await findKey(deps, found.id));
};
