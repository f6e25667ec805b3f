import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { isProven, notProven } from '../../http/access/requirements.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { publishKeyChange } from '../../key-check/lookup/publish-change.ts';
import type { ApiKeyRow } from '../../key-check/tables.ts';
import { keyMails } from './mails.ts';
import { passedNotice } from './notices/expiry-notices.ts';
import { findKey, keyActivity, lockKey, refuseTakenName, writeKey } from './owned-key.ts';
import {
  changedRestrictions,
  describeRestrictions,
  loosens,
  readRestrictions,
} from './restrictions/restrictions.ts';
import { toApiKeyWithRequest } from './to-api-key.ts';

type KeyChange = GivenRestrictions & { name?: string | undefined };

const changeOf = (deps: Deps, row: ApiKeyRow, { name, ...restrictions }: KeyChange) => {
  const restricted = changedRestrictions(readRestrictions(deps, restrictions, row.scopes ?? []), row);
  return { restricted, renamed: name === undefined || name === row.name ? {} : { name } };
};

// A copy of an old session must not be enough to make a production key good for more.
const opensProduction = (row: ApiKeyRow, { restricted }: ReturnType<typeof changeOf>) =>
  row.environment === 'PRODUCTION' && loosens(restricted, row);

export const needsProofToUpdate = async (deps: Deps, ownerId: string, id: string, wanted: KeyChange) => {
  const row = await findKey(deps.db, ownerId, id);
  return opensProduction(row, changeOf(deps, row, wanted));
};

export const updateKey = async (deps: Deps, actor: Actor, ownerId: string, id: string, wanted: KeyChange) => {
  const updating = publishKeyChange(deps, id, async (tx) => {
    const owner = await holdActor(tx, actor);
    const row = await lockKey(tx, ownerId, id);
    const change = changeOf(deps, row, wanted);
    const opens = opensProduction(row, change);
    // The key may have been restricted since the call was authenticated.
    if (opens && !isProven(deps, actor)) throw await notProven(tx, owner);

    const { renamed, restricted } = change;
    const notice =
      restricted.expiresAt === undefined
        ? {}
        : { expiryNotice: passedNotice(restricted.expiresAt, deps.now()) };
    const values = { ...renamed, ...restricted, ...notice };
    if (!Object.keys(values).length) return toApiKeyWithRequest(deps, tx, actor, row);

    const updated = await writeKey(tx, row, values);
    if (renamed.name !== undefined) {
      const description = `${row.name} is now ${updated.name}`;
      await recordActivity(deps, tx, actor, keyActivity(row, 'key_updated', description));
    }
    if (Object.keys(restricted).length) {
      const description = `${updated.name} ${describeRestrictions(restricted)}`;
      await recordActivity(deps, tx, actor, keyActivity(row, 'key_restricted', description));
    }
    if (opens) {
      const { name } = updated;
      await mailSecurityNotice(deps, tx, actor, owner, keyMails.productionKeyLoosened, { name });
    }
    return toApiKeyWithRequest(deps, tx, actor, updated);
  });
  return updating.catch(async (error) => {
    if (wanted.name === undefined) throw error;
    return refuseTakenName(deps, error, { ...(await findKey(deps.db, ownerId, id)), name: wanted.name });
  });
};
