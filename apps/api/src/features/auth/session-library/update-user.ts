// The session library's call that changes a password or an address. The current password or a mailed code may come with the
// change, or alone: either way it proves who is there.

import type { Received } from '@ballast/contract/endpoint';
import { errorTexts } from '@ballast/contract/errors';
import type * as contract from '@ballast/contract/session';
import { Failure } from '../../../http/failure.ts';
import type { Cookies } from '../../../http/serve.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdActor } from '../../../identity/hold-actor.ts';
import { rememberDevice } from '../../../identity/known-devices.ts';
import { isFresh, readProofs, writeProof } from '../../../identity/proofs.ts';
import type { UserRow } from '../../../identity/tables.ts';
import { consumeToken } from '../../../identity/throttles.ts';
import { readSessionUser } from '../../../identity/users.ts';
import type { Deps } from '../../../runtime/deps.ts';
import { refuseSameEmail, requestEmailChange } from '../change-email.ts';
import { spendMailedCode } from '../mailed-codes.ts';
import { countAttempt } from '../password-attempts.ts';
import { setPassword } from '../set-password.ts';
import { readEmail, readNewPassword } from './library-calls.ts';

type UserUpdate = Received<typeof contract.updateSessionUser>['body'];

const readChanges = (actor: Actor, owner: UserRow, update: UserUpdate) => {
  const password = update.password === undefined ? undefined : readNewPassword(update.password);
  const email = update.email === undefined ? undefined : readEmail(update.email);
  // The session of a reset link may only set a password.
  if (email !== undefined && actor.kind === 'recovery')
    throw new Failure('session_not_found', { message: errorTexts.sessionNotFound });
  if (email !== undefined) refuseSameEmail(owner, email);
  return { password, email };
};

const checkCurrentPassword = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: UserRow,
  current: string,
) => {
  const attempt = await countAttempt(deps, actor, cookies, owner.email, owner);
  if (!(await deps.passwords.verify(current, owner.passwordHash, attempt.caller)))
    throw new Failure('current_password_invalid');
  await attempt.forget();
};

// A proof counts from now on, whatever becomes of the change that it came with.
export const needsAnotherProof = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: UserRow,
  update: UserUpdate,
) => {
  const { password, email } = readChanges(actor, owner, update);
  // A reset link is the proof of the one change that it is for.
  if (actor.kind === 'recovery') return false;
  if (update.current_password) {
    await checkCurrentPassword(deps, actor, cookies, owner, update.current_password);
    await deps.db.transaction(async (tx) => {
      await holdActor(tx, actor);
      await writeProof(tx, actor.sessionId, { method: 'password' }, deps.now());
    });
  }
  if (update.nonce) await spendMailedCode(deps, actor, update.nonce);
  if (password === undefined && email === undefined) return false;
  return !isFresh(await readProofs(deps.db, actor.sessionId), deps.now(), actor);
};

export const updateSessionUser = async (
  deps: Deps,
  actor: Actor,
  cookies: Cookies,
  owner: UserRow,
  update: UserUpdate,
) => {
  const { password, email } = readChanges(actor, owner, update);
  if (password !== undefined) {
    if (actor.kind === 'recovery') await consumeToken(deps, actor);
    rememberDevice(deps, cookies, await setPassword(deps, actor, owner, password));
  }
  if (email !== undefined) await requestEmailChange(deps, actor, owner, email);
  return readSessionUser(deps.db, owner, deps.now());
};
