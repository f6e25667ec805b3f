import { authMessages, type signUp } from '@ballast/contract/auth';
import type { Answer } from '@ballast/contract/endpoint';
import type { User } from '@ballast/contract/profile';
import { eq, sql } from 'drizzle-orm';
import { recordActivity } from '../../activity-log.ts';
import type { Db } from '../../db/open.ts';
import { type UserRow, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { type EmailJob, sendEmailQueue } from '../../email/email.ts';
import type { Call } from '../../mount.ts';
import { toUser } from '../../users.ts';
import { mailVerificationLink } from './verification-link.ts';

type Chosen = { email: string; fullName: string; passwordHash: string };

const insertUser = async (tx: Db, { email, fullName, passwordHash }: Chosen, now: Date) => {
  const [row] = await tx
    .insert(users)
    .values({ email, fullName, passwordHash, authMethod: 'EMAIL', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  return row;
};

const findTaken = async (tx: Db, email: string) => {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  if (!row) throw new Error('a taken address has no account');
  return row;
};

// The owner of a taken address learns of it by mail; the caller learns nothing.
const mailOwner = async (deps: Deps, tx: Db, owner: UserRow, chosen: Chosen) => {
  if (!owner.emailVerifiedAt) return mailVerificationLink(deps, tx, owner, chosen);
  const job: EmailJob = {
    template: 'account-exists',
    to: owner.email,
    fullName: owner.fullName ?? owner.email,
  };
  return deps.jobs.enqueue(tx, sendEmailQueue, job);
};

// What a stranger sees of a taken address: the same account that a free one gets.
const answerFor = (user: User): Answer<typeof signUp> => ({
  user,
  session: null,
  message: authMessages.signedUp,
});

const newAccount = ({ email, fullName }: Chosen): User => ({
  id: crypto.randomUUID(),
  email,
  fullName,
  authMethod: 'EMAIL',
  emailVerified: false,
  companyName: null,
  companySize: null,
  useCase: null,
  website: null,
  githubProfile: null,
  avatarUrl: null,
});

export const signUpWithEmail = async (deps: Deps, { body, client }: Call<typeof signUp>) => {
  const passwordHash = await deps.passwords.hash(body.password);
  const chosen = { email: body.email, fullName: body.fullName, passwordHash };
  const now = deps.now();

  const created = await deps.db.transaction(async (tx) => {
    const user = await insertUser(tx, chosen, now);
    if (!user) {
      await mailOwner(deps, tx, await findTaken(tx, body.email), chosen);
      return null;
    }
    await recordActivity(tx, { userId: user.id, type: 'account_created', client, at: now });
    await mailVerificationLink(deps, tx, user, chosen);
    return user;
  });
  // A resend right after the sign-up would only repeat its mail.
  await deps.throttles.verificationMail.set(body.email, 1, deps.throttles.verificationMail.duration);
  return answerFor(created ? toUser(created) : newAccount(chosen));
};
