import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Owner, Visitor } from '../../../identity/actor.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { type UserRow, users } from '../../../identity/tables.ts';
import { type Admission, admitSignUpMail } from '../../../identity/throttling/mail-limits.ts';
import { consume, consumeByNetwork } from '../../../identity/throttling/throttles.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { holdAccountOf } from '../accounts.ts';
import {
  holdVerificationBack,
  sendVerificationMail,
  verificationKind,
} from '../email-address/verification-mail.ts';
import { signUpPerAccountAndAddress, signUpPerAddress } from '../limits.ts';
import { authMails } from '../mails.ts';
import type { CodeExchange } from '../one-time-tokens.ts';
import { strangerOf } from '../password/password-attempts.ts';
import { keepSignUp, signUpBrowser } from './sign-ups.ts';

type NewAccount = { email: string; password: string; fullName: string };
type SignUp = {
  email: string;
  fullName: string;
  passwordHash: string;
  browserHash: string;
  // Once the mailbox has got too many mails this one waits: the sign-up counts all the same.
  admission: Admission;
  exchange: CodeExchange | undefined;
};

const insertUser = async (tx: Db, { email, fullName, passwordHash }: SignUp, now: Date) => {
  const [row] = await tx
    .insert(users)
    .values({ email, fullName, passwordHash, authMethod: 'EMAIL', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  return row;
};

const claim = async (deps: Deps, tx: Db, actor: Visitor, owner: Owner, signUp: SignUp) => {
  const { fullName, passwordHash, browserHash, exchange, admission } = signUp;
  const signUpId = await keepSignUp(tx, owner, { fullName, passwordHash, browserHash }, deps.now());
  if (admission === 'now')
    await sendVerificationMail(deps, tx, actor, owner, { signUpId, fullName, exchange });
  else await holdVerificationBack(deps, tx, actor, owner, { admission, exchange });
};

// Only the owner of a taken address learns of it, by mail.
const answerByMail = async (deps: Deps, tx: Db, actor: Visitor, signUp: SignUp) => {
  const owner = await holdAccountOf(tx, signUp.email);
  if (!owner) throw new Error('a taken address has no account');
  if (!owner.emailVerifiedAt && owner.suspendedAt) return;
  if (!owner.emailVerifiedAt) return claim(deps, tx, actor, owner, signUp);
  // It would only say again that nothing was changed.
  if (signUp.admission !== 'now') return;
  await mailOwner(deps, tx, owner, authMails.accountExists, {});
};

// A sign-up with a taken address shows the account that a free one would get.
const decoyAccount = ({ email, fullName }: SignUp, now: Date): UserRow => ({
  id: crypto.randomUUID(),
  email,
  fullName,
  authMethod: 'EMAIL',
  passwordHash: null,
  endedPasswordHash: null,
  passwordProvenAt: null,
  emailVerifiedAt: null,
  companyName: null,
  companySize: null,
  useCase: null,
  website: null,
  githubProfile: null,
  avatarUrl: null,
  deletesAt: null,
  suspendedAt: null,
  suspendedReason: null,
  deviceNumber: 0,
  guessesToldAt: null,
  firstStepsPutAwayAt: null,
  createdAt: now,
  updatedAt: now,
});

export const signUp = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  { email, password, fullName }: NewAccount,
  exchange?: CodeExchange,
): Promise<UserRow> => {
  await consumeByNetwork(deps.throttles.of(signUpPerAddress), actor);
  const caller = strangerOf(actor, email);
  await consume(deps.throttles.of(signUpPerAccountAndAddress), caller.account);
  const choice = {
    email,
    fullName,
    passwordHash: await deps.passwords.hash(password, caller),
    browserHash: signUpBrowser.keep(deps.config, cookies),
    admission: await admitSignUpMail(deps, { kind: verificationKind(exchange), email }),
    exchange,
  };
  const now = deps.now();

  const created = await deps.db.transaction(async (tx) => {
    const user = await insertUser(tx, choice, now);
    if (!user) {
      await answerByMail(deps, tx, actor, choice);
      return null;
    }
    await recordActivity(deps, tx, actor, { ownerId: user.id, type: 'account_created' });
    await claim(deps, tx, actor, user, choice);
    return user;
  });
  return created ?? decoyAccount(choice, now);
};
