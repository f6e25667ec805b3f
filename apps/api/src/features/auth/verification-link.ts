// Makes the link that verifies an address, and the mail that carries it.
import { authLimits } from '@ballast/contract/auth';
import type { Db } from '../../db/open.ts';
import { oneTimeTokens, type UserRow } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { type EmailJob, sendEmailQueue } from '../../email/email.ts';

type Chosen = { fullName: string; passwordHash: string };

export const mailVerificationLink = async (deps: Deps, tx: Db, user: UserRow, chosen?: Chosen) => {
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + authLimits.verificationLinkHours * 3600 * 1000);
  const [token] = await tx
    .insert(oneTimeTokens)
    .values({
      userId: user.id,
      purpose: 'verify-email',
      email: user.email,
      createdAt: now,
      expiresAt,
      ...chosen,
    })
    .returning({ id: oneTimeTokens.id });
  if (!token) throw new Error('insert returned no token');

  const fullName = chosen?.fullName ?? user.fullName ?? user.email;
  const job: EmailJob = { template: 'verify-email', to: user.email, fullName, tokenId: token.id };
  await deps.jobs.enqueue(tx, sendEmailQueue, job);
};
