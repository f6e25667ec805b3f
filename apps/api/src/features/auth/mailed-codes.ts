// A code by mail proves a user without password and second factor. It is good once, in the session that requested it, for some
// minutes and tries; the next one replaces it.
import { isMailedCode, mailedCodeLimits } from '@ballast/contract/auth/second-factors';
import type { Access } from '@ballast/contract/auth/session';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { recordWrongCode, refuseTooManyWrong, tellOfGuesses } from '../../identity/factors/wrong-codes.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { mailedCodes } from '../../identity/mailed/tables.ts';
import { accountMails } from '../../identity/mails.ts';
import { proveAgain } from '../../identity/proofs/prove-again.ts';
import { mailOwner } from '../../identity/security-mail.ts';
import { consumeCodeMail } from '../../identity/throttling/mail-limits.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { isCodeOf } from '../../secrets/code-text.ts';
import { authMails } from './mails.ts';

export const mailCode = async (deps: Deps, actor: Actor, owner: Owner) => {
  await consumeCodeMail(deps, actor, owner);
  const fresh = {
    id: crypto.randomUUID(),
    userId: owner.id,
    wrongTries: 0,
    expiresAt: secondsAfter(deps.now(), mailedCodeLimits.minutes * 60),
  };
  await deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    await tx
      .insert(mailedCodes)
      .values({ sessionId: actor.sessionId, ...fresh })
      .onConflictDoUpdate({ target: mailedCodes.sessionId, set: fresh });
    await mailOwner(deps, tx, owner, authMails.mailedCode, { codeId: fresh.id });
  });
  return {};
};

const findCode = async (deps: Deps, tx: Db, sessionId: string) => {
  const isGood = and(
    eq(mailedCodes.sessionId, sessionId),
    gt(mailedCodes.expiresAt, deps.now()),
    lt(mailedCodes.wrongTries, mailedCodeLimits.tries),
  );
  const [row] = await tx.select().from(mailedCodes).where(isGood);
  return row;
};

const notValid = () => new Failure('reauthentication_not_valid');

// A wrong code is recorded, so the transaction returns its refusal instead of throwing it.
const settle = async (deps: Deps, tx: Db, actor: Actor, code: string) => {
  // The account is held, so that concurrent guesses count one by one.
  const owner = await holdActor(tx, actor);
  await refuseTooManyWrong(deps, tx, owner.id);
  const row = await findCode(deps, tx, actor.sessionId);
  if (!row) return notValid();
  const isThis = eq(mailedCodes.id, row.id);
  if (!isCodeOf(deps.tokenPepper, row.id, code)) {
    await tx
      .update(mailedCodes)
      .set({ wrongTries: row.wrongTries + 1 })
      .where(isThis);
    if (await recordWrongCode(deps, tx, actor, owner, 'Code by mail'))
      await tellOfGuesses(deps, tx, actor, owner, accountMails.mailedCodesGuessed);
    return notValid();
  }
  await tx.delete(mailedCodes).where(isThis);
  return proveAgain(deps, tx, actor, owner, 'reauthentication');
};

export const spendMailedCode = async (deps: Deps, actor: Actor, typed: string): Promise<Access | null> => {
  const code = typed.replace(/\s/g, '');
  if (!isMailedCode(code)) throw notValid();
  const settled = await deps.db.transaction((tx) => settle(deps, tx, actor, code));
  if (settled instanceof Failure) throw settled;
  return settled;
};
