import { authMessages } from '@ballast/contract/auth';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { consume } from '../../throttles.ts';
import { mailVerificationLink } from './verification-link.ts';

// Known, verified and unknown addresses get the same answer under the same limit.
export const resendVerificationTo = async (deps: Deps, email: string) => {
  await consume(
    deps.throttles.verificationMail,
    email,
    'A link was sent a moment ago. Try again in a minute.',
  );
  await deps.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (user && !user.emailVerifiedAt) await mailVerificationLink(deps, tx, user);
  });
  return { message: authMessages.verificationSent };
};
