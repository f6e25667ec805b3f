// Changes a password or an address. The current password or a mailed code, with the change or alone, is a proof.
import type * as contract from '@ballast/contract/auth/session';
import type { Answer, Received } from '@ballast/contract/http/endpoint';
import { errorTexts } from '@ballast/contract/http/errors';
import { requireFresh } from '../../../http/access/requirements.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Actor, Owner } from '../../../identity/actor.ts';
import { holdActor } from '../../../identity/hold-account.ts';
import { proveAgain } from '../../../identity/proofs/prove-again.ts';
import { rememberDevice } from '../../../identity/sessions/known-devices.ts';
import { consumeToken } from '../../../identity/throttling/throttles.ts';
import { readSessionUser } from '../../../identity/users.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure } from '../../../runtime/failure.ts';
import { refuseSameEmail, requestEmailChange } from '../email-address/change-email.ts';
import { spendMailedCode } from '../mailed-codes.ts';
import { countAttempt } from '../password/password-attempts.ts';
import { refuseWeakPassword, setPassword } from '../password/set-password.ts';
import { readEmail, readNewPassword } from './library-calls.ts';

type UserUpdate = Received<typeof contract.updateSessionUser>['body'];

const readChanges = (actor: Actor, owner: Owner, update: UserUpdate) => {
  const password = update.password === undefined ? undefined : readNewPassword(update.password);
  const email = update.email === undefined ? undefined : readEmail(update.email);
  if (email !== undefined && actor.kind === 'recovery')
    throw new Failure('session_not_found', { message: errorTexts.sessionNotFound });
  if (email !== undefined) refuseSameEmail(owner, email);
  return { password, email };
};

const checkCurrentPassword = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: Owner,
  current: string,
) => {
  const attempt = await countAttempt(deps, actor, cookies, owner.email, owner);
  if (!(await deps.passwords.verify(current, owner.passwordHash, attempt.caller)))
    throw new Failure('current_password_invalid');
  await attempt.forget();
};

const provePassword = async (deps: Deps, actor: Actor, cookies: Cookies, owner: Owner, current: string) => {
  await checkCurrentPassword(deps, actor, cookies, owner, current);
  return deps.db.transaction(async (tx) =>
    proveAgain(deps, tx, actor, await holdActor(tx, actor), 'password'),
  );
};

const changes = ({ password, email }: UserUpdate) => password !== undefined || email !== undefined;

// A change with a proof needs no fresh session, nor does the password of a reset link.
export const needsFreshSession = (actor: Actor, owner: Owner, update: UserUpdate) => {
  readChanges(actor, owner, update);
  return actor.kind !== 'recovery' && changes(update) && !update.current_password && !update.nonce;
};

// An access token that counts the proof, or null without one.
const readProof = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: Owner,
  { current_password, nonce }: UserUpdate,
) => {
  if (actor.kind === 'recovery') return null;
  const byPassword = current_password
    ? await provePassword(deps, actor, cookies, owner, current_password)
    : null;
  return nonce ? spendMailedCode(deps, actor, nonce) : byPassword;
};

export const updateSessionUser = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: Owner,
  update: UserUpdate,
): Promise<Answer<typeof contract.updateSessionUser>> => {
  const { password, email } = readChanges(actor, owner, update);
  // A mailed code is not spent for a password that will be refused.
  if (password !== undefined && update.nonce) await refuseWeakPassword(deps, actor, password);
  const proof = await readProof(deps, actor, cookies, owner, update);
  if (!proof && actor.kind !== 'recovery' && changes(update)) await requireFresh(deps, actor);
  if (password !== undefined) {
    if (actor.kind === 'recovery') await consumeToken(deps, actor, 'password');
    rememberDevice(deps, cookies, await setPassword(deps, actor, owner, password));
  }
  if (email !== undefined) await requestEmailChange(deps, actor, owner, email);
  const user = await readSessionUser(deps.db, owner, deps.now());
  return { ...user, ...(proof ? { session: proof } : {}) };
};
