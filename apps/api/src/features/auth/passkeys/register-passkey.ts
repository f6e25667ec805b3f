import { type Passkey, passkeyLimits, passkeyMessages } from '@ballast/contract/auth/passkeys';
import type { CreatedCredential } from '@ballast/contract/auth/webauthn';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Actor, Owner } from '../../../identity/actor.ts';
import { passkeys } from '../../../identity/factors/tables.ts';
import { holdActor } from '../../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { describeUserAgent } from '../../../identity/sessions/user-agent.ts';
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
import { toPasskey } from './own-passkeys.ts';

// A new passkey is named after the program that holds it, if known, or after the browser.
const keepers: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
};

const nameOfNew = (aaguid: string, { client }: Actor) => {
  const { browser, system } = describeUserAgent(client.userAgent);
  const isKnown = !browser.startsWith('Unknown') && !system.startsWith('an unknown');
  return keepers[aaguid] ?? (isKnown ? `${browser} on ${system}` : 'Passkey');
};

const freeName = (wanted: string, taken: string[]) => {
  const numbered = (number: number) => (number === 1 ? wanted : `${wanted} ${number}`);
  const inUse = new Set(taken.map((name) => name.toLowerCase()));
  let number = 1;
  while (inUse.has(numbered(number).toLowerCase())) number += 1;
  return numbered(number);
};

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

// The account is held, so that concurrent registrations count one by one.
const insertPasskey = async (deps: Deps, tx: Db, actor: Actor, ownerId: string, created: NewCredential) => {
  const known = await readPasskeys(tx, ownerId);
  refuseTooMany(known.length);
  const [inserted] = await tx
    .insert(passkeys)
    .values({
      ...created,
      userId: ownerId,
      name: freeName(
        nameOfNew(created.aaguid, actor),
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
    const passkey = await insertPasskey(deps, tx, actor, owner.id, created);
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
