// Sends a verification link again. A job, so that the call that asks takes as long for an unknown address.
import type { Deps } from '../../deps.ts';
import { queue } from '../../jobs/queue.ts';
import { findAccount } from './accounts.ts';
import type { CodeExchange } from './pkce.ts';
import { mailVerificationLink } from './verification-link.ts';

export type VerificationJob = { email: string; exchange?: CodeExchange };

export const mailVerificationQueue = queue<VerificationJob>('mail-verification');

export const askForVerificationMail = (deps: Deps, email: string, exchange?: CodeExchange) =>
  deps.jobs.enqueue(deps.db, mailVerificationQueue, { email, ...(exchange ? { exchange } : {}) });

export const mailVerification = (deps: Deps, { email, exchange }: VerificationJob) =>
  deps.db.transaction(async (tx) => {
    const user = await findAccount(tx, email);
    if (user && !user.emailVerifiedAt) await mailVerificationLink(deps, tx, user, { exchange });
  });
