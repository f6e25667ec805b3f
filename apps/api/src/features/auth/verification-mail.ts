// The mail whose link verifies an address: sent after a sign-up, and again when somebody asks for it.

import { authMessages } from '@ballast/contract/auth';
import type { Db } from '../../db/open.ts';
import { sendEmailQueue } from '../../email/email.ts';
import type { Visitor } from '../../identity/actor.ts';
import type { UserRow } from '../../identity/tables.ts';
import { consumeMail } from '../../identity/throttles.ts';
import { displayName } from '../../identity/users.ts';
import { queue } from '../../jobs/queue.ts';
import type { Deps } from '../../runtime/deps.ts';
import { holdAccountOf } from './accounts.ts';
import { type CodeExchange, makeToken } from './one-time-tokens.ts';

// A sign-up's own mail names the sign-up. A mail that was asked for again belongs to none: anybody may have asked.
type Occasion = { signUpId?: string; fullName?: string; exchange?: CodeExchange | undefined };

export const sendVerificationMail = async (
  deps: Deps,
  tx: Db,
  { client }: Visitor,
  owner: UserRow,
  { signUpId, fullName, exchange }: Occasion,
) => {
  const tokenId = await makeToken(deps, tx, {
    userId: owner.id,
    purpose: 'verify-email',
    email: owner.email,
    codeChallenge: exchange?.codeChallenge ?? null,
    signUpId: signUpId ?? null,
  });
  await deps.jobs.enqueue(tx, sendEmailQueue, {
    template: 'verify-email',
    to: owner.email,
    fullName: fullName ?? displayName(owner),
    address: client.address,
    tokenId,
    ...(exchange ? { linkTo: exchange.linkTo } : {}),
  });
};

type VerificationJob = Visitor & { email: string; exchange?: CodeExchange };

export const mailVerificationQueue = queue<VerificationJob>('mail-verification');

// The account is looked up in a job, so that the call takes as long for an unknown address as for a known one.
export const mailVerification = (deps: Deps, { email, client, exchange }: VerificationJob) =>
  deps.db.transaction(async (tx) => {
    const owner = await holdAccountOf(tx, email);
    if (owner && !owner.emailVerifiedAt)
      await sendVerificationMail(deps, tx, { client }, owner, { exchange });
  });

// Known, verified and unknown addresses get the same answer, in the same time, under the same limit.
export const resendVerification = async (
  deps: Deps,
  actor: Visitor,
  email: string,
  exchange?: CodeExchange,
) => {
  await consumeMail(deps, actor, 'verification', email);
  const job = { email, client: actor.client, ...(exchange ? { exchange } : {}) };
  await deps.jobs.enqueue(deps.db, mailVerificationQueue, job);
  return { message: authMessages.verificationSent };
};
