import { isProfileComplete } from '@ballast/contract/account-state';
import { type ApiKey, type Environment, keyMessages } from '@ballast/contract/api-keys';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import { apiKeys, type UserRow } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { sendEmailQueue } from '../../email/email.ts';
import { Failure } from '../../http/failure.ts';
import { hashKeySecret, makeKeySecret } from '../../key-check/key-secret.ts';
import { displayName } from '../../users.ts';
import { refuseTakenName } from './name-taken.ts';
import { showKey } from './show-key.ts';

const checkProduction = (deps: Deps, user: UserRow) => {
  if (!deps.config.productionKeys)
    throw new Failure('production_keys_off', { message: keyMessages.productionOff });
  if (!isProfileComplete(user))
    throw new Failure('profile_incomplete', { message: keyMessages.profileIncomplete });
};

type Wanted = { name: string; environment: Environment };

export const createKeyFor = async (
  deps: Deps,
  user: UserRow,
  { name, environment }: Wanted,
  client: Client,
): Promise<ApiKey> => {
  if (environment === 'PRODUCTION') checkProduction(deps, user);
  const id = crypto.randomUUID();
  const secret = makeKeySecret(environment);
  const now = deps.now();

  const creation = deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id,
        userId: user.id,
        name,
        environment,
        secretHash: hashKeySecret(deps.tokenPepper, secret),
        ...deps.keyEncryption.seal(secret, id),
        createdAt: now,
      })
      .returning();
    if (!row) throw new Error('insert returned no key');
    await recordEntry(tx, {
      userId: user.id,
      type: 'key_created',
      description: name,
      environment,
      client,
      at: now,
    });
    if (environment === 'PRODUCTION') {
      await deps.jobs.enqueue(tx, sendEmailQueue, {
        template: 'production-key-created',
        to: user.email,
        fullName: displayName(user),
        keyName: name,
      });
    }
    return row;
  });
  return showKey(deps, await creation.catch(refuseTakenName(name)));
};
