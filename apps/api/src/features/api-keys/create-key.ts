import { isProfileComplete } from '@ballast/contract/auth/account-state';
import { type ApiKey, type Environment, keyMessages } from '@ballast/contract/keys/api-keys';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Once } from '../../http/idempotency/answer-once.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { hashKeySecret, makeKeySecret } from '../../key-check/key-secret.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { Failure } from '../../runtime/failure.ts';
import { keyMails } from './mails.ts';
import { passedNotice } from './notices/expiry-notices.ts';
import { keyActivity, refuseTakenName } from './owned-key.ts';
import { describeRestrictions, readRestrictions } from './restrictions/restrictions.ts';
import { toApiKey } from './to-api-key.ts';

// Returns whether it is a production key, and refuses one that this owner cannot have.
export const isForProduction = (deps: Deps, owner: Owner, environment: Environment) => {
  if (environment !== 'PRODUCTION') return false;
  if (!deps.config.productionKeys)
    throw new Failure('production_keys_off', { message: keyMessages.productionOff });
  if (!isProfileComplete(owner))
    throw new Failure('profile_incomplete', { message: keyMessages.profileIncomplete });
  return true;
};

const describe = (name: string, restricted: ReturnType<typeof readRestrictions>) => {
  const limits = Object.entries(restricted).filter(([, value]) => value !== null);
  return limits.length ? `${name} ${describeRestrictions(Object.fromEntries(limits))}` : name;
};

type NewKey = GivenRestrictions & { name: string; environment: Environment };

export const createKey = async (
  deps: Deps,
  actor: Actor,
  owner: Owner,
  { name, environment, ...restrictions }: NewKey,
  once: Once,
): Promise<ApiKey> => {
  const production = isForProduction(deps, owner, environment);
  const restricted = readRestrictions(deps, restrictions);
  const now = deps.now();
  const id = crypto.randomUUID();
  const secret = makeKeySecret(environment);

  const create = async (tx: Db) => {
    await holdActor(tx, actor);
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id,
        userId: owner.id,
        name,
        environment,
        ...hashKeySecret(deps.tokenPepper, secret),
        ...deps.keyEncryption.seal(secret, id),
        createdAt: now,
        ...restricted,
        expiryNotice: passedNotice(restricted.expiresAt ?? null, now),
      })
      .returning();
    if (!row) throw new Error('insert returned no key');
    await recordActivity(deps, tx, actor, keyActivity(row, 'key_created', describe(name, restricted)));
    if (production)
      await mailSecurityNotice(deps, tx, actor, owner, keyMails.productionKeyCreated, { keyName: name });
    return toApiKey(deps, actor, row);
  };
  const creation = deps.db.transaction((tx) => once(tx, () => create(tx)));
  return creation.catch((error) => refuseTakenName(deps, error, { userId: owner.id, environment, name }));
};
