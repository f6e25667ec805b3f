// The mail whose link verifies an address: sent after a sign-up, and again when somebody asks for it.
import { authMessages } from '@ballast/contract/auth/auth';
import type { Db } from '../../../db/connections/open.ts';
import { enqueueMail } from '../../../email/mail-kinds.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Owner, Visitor } from '../../../identity/actor.ts';
import { type Admission, admitMail, consumeMail } from '../../../identity/throttling/mail-limits.ts';
import { displayName } from '../../../identity/users.ts';
import { queue } from '../../../jobs/queue.ts';
import { holdAccountOf } from '../accounts.ts';
import { authMails } from '../mails.ts';
import { type CodeExchange, makeToken } from '../one-time-tokens.ts';
import { holdBack } from './held-mail.ts';

// A sign-up's own mail names the sign-up. A mail that was asked for again belongs to none: anybody may have asked.
type Occasion = { signUpId?: string; fullName?: string; exchange?: CodeExchange | undefined };

export const sendVerificationMail = async (
  deps: Deps,
  tx: Db,
  { client }: Visitor,
  owner: Owner,
  { signUpId, fullName, exchange }: Occasion,
) => {
  const tokenId = await makeToken(deps, tx, {
    userId: owner.id,
    purpose: 'verify-email',
    email: owner.email,
    codeChallenge: exchange?.codeChallenge ?? null,
    signUpId: signUpId ?? null,
  });
  const recipient = { to: owner.email, fullName: fullName ?? displayName(owner) };
  const link = { tokenId, ...(exchange ? { linkTo: exchange.linkTo } : {}) };
  await enqueueMail(deps, tx, authMails.verifyEmail, recipient, { ...link, address: client.address });
};

// The mail was too many when it was asked for, and has waited.
type VerificationJob = Visitor & { email: string; exchange?: CodeExchange; waited?: true };

export const mailVerificationQueue = queue<VerificationJob>('mail-verification');

export const verificationKind = (exchange: CodeExchange | undefined) =>
  exchange ? 'verification-code' : 'verification';

const jobOf = ({ client }: Visitor, email: string, exchange: CodeExchange | undefined): VerificationJob => ({
  email,
  client,
  ...(exchange ? { exchange } : {}),
});

export const holdVerificationBack = (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  owner: Owner,
  { admission, exchange }: { admission: Exclude<Admission, 'now'>; exchange: CodeExchange | undefined },
) => {
  const job = { ...jobOf(actor, owner.email, exchange), waited: true as const };
  return holdBack(deps, tx, admission, owner.id, mailVerificationQueue, job);
};

// The account is looked up in a job, so that the call takes as long for an unknown address as for a known one.
export const mailVerification = (deps: Deps, { email, client, exchange, waited }: VerificationJob) => {
  const kind = verificationKind(exchange);
  // The mail counts once, however often the transaction is tried.
  let admission: Admission | undefined = waited && 'now';
  return deps.db.transaction(async (tx) => {
    const owner = await holdAccountOf(tx, email);
    if (!owner || owner.emailVerifiedAt || owner.suspendedAt) return;
    admission ??= await admitMail(deps, { kind, email });
    if (admission === 'now') await sendVerificationMail(deps, tx, { client }, owner, { exchange });
    else await holdVerificationBack(deps, tx, { client }, owner, { admission, exchange });
  });
};

// Known, verified and unknown addresses get the same answer, in the same time, under the same limit.
export const resendVerification = async (
  deps: Deps,
  actor: Visitor,
  email: string,
  exchange?: CodeExchange,
) => {
  await consumeMail(deps, actor, { kind: verificationKind(exchange), email });
  await deps.jobs.enqueue(deps.db, mailVerificationQueue, jobOf(actor, email, exchange));
  return { message: authMessages.verificationSent };
};
