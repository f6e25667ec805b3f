// A passkey names the account and was unlocked by its holder, so it needs no second factor.
import { isEmailVerified } from '@ballast/contract/auth/account-state';
import type { Session } from '@ballast/contract/auth/session';
import type { AssertedCredential } from '@ballast/contract/auth/webauthn';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { passkeys } from '../../../identity/factors/tables.ts';
import { holdAccount } from '../../../identity/hold-account.ts';
import { noteFailedSignIn } from '../../../identity/sessions/failed-sign-ins.ts';
import { rememberDevice } from '../../../identity/sessions/known-devices.ts';
import { isNewBrowser, tellOfNewBrowser } from '../../../identity/sessions/new-browser.ts';
import { beginSession } from '../../../identity/sessions/sessions.ts';
import { users } from '../../../identity/tables.ts';
import { secondFactorPerAddress } from '../../../identity/throttling/limits.ts';
import { consumeByNetwork } from '../../../identity/throttling/throttles.ts';
import { toUser } from '../../../identity/users.ts';
import { makeRequestOptions, readAsserted, userHandleOf } from '../../../identity/webauthn/assertion.ts';
import { goesOn, tellCopiedOnce } from '../../../identity/webauthn/sign-count.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure } from '../../../runtime/failure.ts';
import { passkeyOptionsPerAddress } from '../limits.ts';
import { keepChallenge, spendChallenge } from './challenges.ts';
import type { PasskeyRow } from './own-passkeys.ts';

const refused = (accountId?: string) => new Failure('webauthn_verification_failed', { accountId });

export const startSignIn = async (deps: Deps, actor: Visitor) => {
  await consumeByNetwork(deps.throttles.of(passkeyOptionsPerAddress), actor);
  return keepChallenge(deps, null, await makeRequestOptions(deps.config, { userVerification: 'required' }));
};

// Another account's passkey, an unknown one and a wrong signature are refused alike.
const readPasskey = async (deps: Deps, actor: Visitor, credential: AssertedCredential, challenge: string) => {
  const [found] = await deps.db
    .select({ passkey: passkeys, owner: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credential.id));
  if (!found || userHandleOf(credential) !== found.owner.id) throw refused();
  const asserted = await readAsserted(deps.config, credential, {
    ...found.passkey,
    challenge,
    userVerified: true,
  });
  if (!asserted) {
    noteFailedSignIn(deps, actor, found.owner.email);
    throw refused(found.owner.id);
  }
  return { ...found, signCount: asserted.signCount };
};

// A reset or a take-back holds the account, too: the passkey counts if it is still there afterwards.
const holdOwner = async (deps: Deps, tx: Db, { id, userId }: PasskeyRow) => {
  const owner = await holdAccount(deps, tx, userId);
  const [passkey] = await tx.select().from(passkeys).where(eq(passkeys.id, id));
  if (!owner || !passkey) throw refused();
  if (!isEmailVerified(toUser(owner))) throw new Failure('email_not_verified', { accountId: userId });
  return { owner, passkey };
};

export const verifySignIn = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  challengeId: string,
  credential: AssertedCredential,
): Promise<Session> => {
  await consumeByNetwork(deps.throttles.of(secondFactorPerAddress), actor);
  const challenge = await spendChallenge(deps, null, challengeId);
  const shown = await readPasskey(deps, actor, credential, challenge);
  const { signCount } = shown;
  const isNew = await isNewBrowser(deps, deps.db, actor, cookies, shown.owner);
  const session = await deps.db.transaction(async (tx) => {
    const now = deps.now();
    const { owner, passkey } = await holdOwner(deps, tx, shown.passkey);
    if (!goesOn(passkey.signCount, signCount)) return null;
    await tx.update(passkeys).set({ signCount, lastUsedAt: now }).where(eq(passkeys.id, passkey.id));
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'login' });
    if (isNew) await tellOfNewBrowser(deps, tx, actor, owner);
    return beginSession(deps, tx, actor, owner, { method: 'passkey', passkeyId: passkey.id });
  });
  if (!session) {
    noteFailedSignIn(deps, actor, shown.owner.email);
    await tellCopiedOnce(deps, actor, shown.owner, shown.passkey);
    throw refused(shown.owner.id);
  }
  rememberDevice(deps, cookies, shown.owner);
  return session;
};
