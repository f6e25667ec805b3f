// Signing in with a passkey: it names the account, and whoever holds it has unlocked it, so no second factor is asked for.
import { isEmailVerified } from '@ballast/contract/account-state';
import type { Session } from '@ballast/contract/session';
import type { AssertedCredential } from '@ballast/contract/webauthn';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/open.ts';
import { Failure } from '../../../http/failure.ts';
import type { Cookies } from '../../../http/serve.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { passkeys } from '../../../identity/factors/tables.ts';
import { holdAccount } from '../../../identity/hold-account.ts';
import { rememberDevice } from '../../../identity/known-devices.ts';
import { writeProof } from '../../../identity/proofs.ts';
import { issueSession } from '../../../identity/session-tokens.ts';
import { insertSession } from '../../../identity/sessions.ts';
import type { UserRow } from '../../../identity/tables.ts';
import { consumeByNetwork } from '../../../identity/throttles.ts';
import { toUser } from '../../../identity/users.ts';
import { makeRequestOptions, readAsserted, userHandleOf } from '../../../identity/webauthn/assertion.ts';
import { goesOn, mailCopiedKey } from '../../../identity/webauthn/sign-count.ts';
import type { Deps } from '../../../runtime/deps.ts';
import { keepChallenge, spendChallenge } from './challenges.ts';
import type { PasskeyRow } from './list-passkeys.ts';

const refused = (accountId?: string) => new Failure('webauthn_verification_failed', { accountId });

export const startSignIn = async (deps: Deps, actor: Visitor) => {
  await consumeByNetwork(deps.throttles.passkeyOptionsPerAddress, actor);
  return keepChallenge(deps, null, await makeRequestOptions(deps.config, { userVerification: 'required' }));
};

// The passkey of somebody else, an unknown one and one that signs wrongly are refused alike.
const findPasskey = async (deps: Deps, credential: AssertedCredential, challenge: string) => {
  const [passkey] = await deps.db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id));
  if (!passkey || userHandleOf(credential) !== passkey.userId) throw refused();
  const asserted = await readAsserted(deps.config, credential, {
    ...passkey,
    challenge,
    userVerified: true,
  });
  if (!asserted) throw refused(passkey.userId);
  return { passkey, signCount: asserted.signCount };
};

// Whoever resets the password or removes what an intruder added holds the account's row: the passkey counts if it is still
// there afterwards.
const holdOwner = async (tx: Db, { userId }: PasskeyRow): Promise<UserRow> => {
  const owner = await holdAccount(tx, userId);
  if (!owner) throw refused();
  if (!isEmailVerified(toUser(owner))) throw new Failure('email_not_verified', { accountId: userId });
  return owner;
};

const countUse = async (deps: Deps, tx: Db, { id }: PasskeyRow, signCount: number) => {
  const [current] = await tx.select().from(passkeys).where(eq(passkeys.id, id));
  if (!current) throw refused();
  if (!goesOn(current.signCount, signCount)) return false;
  await tx.update(passkeys).set({ signCount, lastUsedAt: deps.now() }).where(eq(passkeys.id, id));
  return true;
};

export const verifySignIn = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  challengeId: string,
  credential: AssertedCredential,
): Promise<Session> => {
  await consumeByNetwork(deps.throttles.secondFactorPerAddress, actor);
  const challenge = await spendChallenge(deps, null, challengeId);
  const { passkey, signCount } = await findPasskey(deps, credential, challenge);
  const { owner, session } = await deps.db.transaction(async (tx) => {
    const owner = await holdOwner(tx, passkey);
    if (!(await countUse(deps, tx, passkey, signCount))) return { owner, session: null };
    const row = await insertSession(deps, tx, actor, owner.id, 'passkey', 'browser');
    await writeProof(tx, row.id, { method: 'passkey', passkeyId: passkey.id }, deps.now());
    const session = await issueSession(deps, tx, owner, row);
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'login' });
    return { owner, session };
  });
  if (!session) {
    await mailCopiedKey(deps, actor, owner, passkey.name);
    throw refused(owner.id);
  }
  rememberDevice(deps, cookies, owner);
  return session;
};
