// All keys of a call are deleted, or none.
import { keyMessages } from '@ballast/contract/keys/api-keys';
import { undoSeconds } from '@ballast/contract/keys/restore-key';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivities } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { nameKeys } from '../../key-check/lookup/active-keys.ts';
import { publishKeyChanges } from '../../key-check/lookup/publish-change.ts';
import { productionKeyDeleted } from '../../key-check/mails.ts';
import { revokeKeys } from '../../key-check/revoke-keys.ts';
import type { ApiKeyRow } from '../../key-check/tables.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { keyMails } from './mails.ts';
import { keyActivity, lockKeys } from './owned-key.ts';

const tellOwner = async (deps: Deps, tx: Db, actor: Actor, owner: Owner, deleted: ApiKeyRow[]) => {
  const [first, ...others] = deleted
    .filter(({ environment }) => environment === 'PRODUCTION')
    .toSorted((a, b) => a.name.localeCompare(b.name));
  if (!first) return;
  if (!others.length)
    return mailSecurityNotice(deps, tx, actor, owner, productionKeyDeleted, { name: first.name });
  const keys = nameKeys([first, ...others]);
  await mailSecurityNotice(deps, tx, actor, owner, keyMails.productionKeysDeleted, { keys });
};

const deleteAll = (deps: Deps, actor: Actor, ownerId: string, ids: string[]) =>
  publishKeyChanges(deps, ids, async (tx) => {
    const owner = await holdAccount(deps, tx, ownerId);
    const rows = await lockKeys(tx, ownerId, ids);
    if (!owner || rows.length < ids.length) throw new Failure('not_found');
    await revokeKeys(deps, tx, ownerId, ids, secondsAfter(deps.now(), undoSeconds));
    const entries = rows.map((row) => keyActivity(row, 'key_deleted'));
    await recordActivities(deps, tx, actor, entries);
    await tellOwner(deps, tx, actor, owner, rows);
  });

export const deleteKey = async (deps: Deps, actor: Actor, ownerId: string, id: string) => {
  await deleteAll(deps, actor, ownerId, [id]);
  return { message: keyMessages.deleted };
};

export const deleteKeys = async (deps: Deps, actor: Actor, ownerId: string, ids: string[]) => {
  const revoked = ids.map((id) => id.toLowerCase());
  await deleteAll(deps, actor, ownerId, revoked);
  return { revoked };
};
