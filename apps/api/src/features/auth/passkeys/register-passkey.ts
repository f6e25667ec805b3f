import { type Passkey, passkeyLimits, passkeyMessages } from '@ballast/contract/auth/passkeys';
import type { CreatedCredential } from '@ballast/contract/auth/webauthn';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Actor } from '../../../identity/actor.ts';
import { passkeys } from '../../../identity/factors/tables.ts';
import { holdActor } from '../../../identity/hold-actor.ts';
import type { Owner } from '../../../identity/owner.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { secondFactorPerAddress } from '../../../identity/throttling/limits.ts';
import { consumeByCaller } from '../../../identity/throttling/throttles.ts';
import { displayName } from '../../../identity/users.ts';
import {
  makeCreationOptions,
  type NewCredential,
  readCreated,
} from '../../../identity/webauthn/registration.ts';
import { Failure } from '../../../runtime/failure.ts';
import { authMails } from '../mails.ts';
import { keepChallenge, spendChallenge } from './challenges.ts';
import { toPasskey } from './list-passkeys.ts';
import { freeName, nameOfKeeper } from './passkey-names.ts';

const readPasskeys = (tx: Db, ownerId: string) =>
  tx.select().from(passkeys).where(eq(passkeys.userId, ownerId));

const refuseTooMany = (count: number) => {
  if (count >= passkeyLimits.most)
    throw new Failure('too_many_passkeys', { message: passkeyMessages.tooMany });
};

export const startRegistration = async (deps: Deps, actor: Actor, owner: Owner) => {
  const known = await readPasskeys(deps.db, owner.id);
  refuseTooMany(known.length);
  const options = await makeCreationOptions(deps.config, {
    kind: 'passkey',
    userHandle: owner.id,
    userName: owner.email,
    displayName: displayName(owner),
    known,
  });
  return keepChallenge(deps, { userId: owner.id, sessionId: actor.sessionId }, options);
};

// The account is held, so that two registrations at once are counted one after the other.
const insertPasskey = async (deps: Deps, tx: Db, ownerId: string, created: NewCredential) => {
  const known = await readPasskeys(tx, ownerId);
  refuseTooMany(known.length);
  const [inserted] = await tx
    .insert(passkeys)
    .values({
      ...created,
      userId: ownerId,
      name: freeName(
        nameOfKeeper(created.aaguid),
        known.map(({ name }) => name),
      ),
      createdAt: deps.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (!inserted)
    throw new Failure('webauthn_credential_exists', { message: passkeyMessages.deviceUsedTwice });
  return inserted;
};

export const verifyRegistration = async (
  deps: Deps,
  actor: Actor,
  owner: Owner,
  challengeId: string,
  credential: CreatedCredential,
): Promise<Passkey> => {
  await consumeByCaller(deps.throttles.of(secondFactorPerAddress), actor);
  const challenge = await spendChallenge(deps, { userId: owner.id, sessionId: actor.sessionId }, challengeId);
  const created = await readCreated(deps.config, credential, challenge, { userVerified: true });
  if (!created) throw new Failure('webauthn_verification_failed');
  return deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    const passkey = await insertPasskey(deps, tx, owner.id, created);
    await recordActivity(deps, tx, actor, {
      ownerId: owner.id,
      type: 'passkey_added',
      description: passkey.name,
    });
    const { id, name } = passkey;
    await mailSecurityNotice(
      deps,
      tx,
      actor,
      owner,
      authMails.passkeyAdded,
      { name },
      { kind: 'passkey', id },
    );
    return toPasskey(passkey);
  });
};
