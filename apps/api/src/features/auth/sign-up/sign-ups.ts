// Several people may sign up with an address before it is verified. The verifier gets the name and password of one sign-up or of
// none (docs/decisions/0006-sign-ups.md).
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Owner, Visitor } from '../../../identity/actor.ts';
import { type SignUpRow, signUps } from '../../../identity/mailed/tables.ts';
import { browserCookie, isSameHash } from '../../../identity/sessions/browser-cookie.ts';
import { sessions, users } from '../../../identity/tables.ts';
import { consumeByNetwork } from '../../../identity/throttling/throttles.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { signUpStatusPerAddress } from '../limits.ts';

const browserDays = 30;

// Tells whether the browser that opens a link made one of the sign-ups.
export const signUpBrowser = browserCookie('sign-up-browser', browserDays * 24 * 3600);

type Choice = Pick<SignUpRow, 'fullName' | 'passwordHash' | 'browserHash'>;

// Until the address is verified, the first sign-up's password signs in. If its browser chooses again, sessions with the former
// password end.
const replacePassword = async (tx: Db, ownerId: string, former: string, passwordHash: string) => {
  const replaced = await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, ownerId), eq(users.passwordHash, former)))
    .returning({ id: users.id });
  const signedIn = and(eq(sessions.userId, ownerId), eq(sessions.kind, 'browser'));
  if (replaced.length) await tx.delete(sessions).where(signedIn);
};

// A browser has one sign-up for an address, the last one.
export const keepSignUp = async (tx: Db, owner: Owner, choice: Choice, now: Date) => {
  const ofBrowser = and(eq(signUps.userId, owner.id), eq(signUps.browserHash, choice.browserHash));
  const [earlier] = await tx.select().from(signUps).where(ofBrowser);
  if (earlier) await replacePassword(tx, owner.id, earlier.passwordHash, choice.passwordHash);
  const [stored] = await tx
    .insert(signUps)
    .values({ userId: owner.id, ...choice, createdAt: now })
    .onConflictDoUpdate({
      target: [signUps.userId, signUps.browserHash],
      set: { fullName: choice.fullName, passwordHash: choice.passwordHash, createdAt: now },
    })
    .returning({ id: signUps.id });
  if (!stored) throw new Error('insert returned no sign-up');
  return stored.id;
};

// A browser shows its cookie; a client of the session library with its verifier made the sign-up of its own link. The session
// library also signs the opener in.
export type Opener = { browserHash: string | null; signUpId: string | null; signsIn?: true };

// What is left of a sign-up whose link was opened.
const spent = { fullName: '', passwordHash: '' };

// An opener who made one of the sign-ups gets that one. Otherwise the only sign-up counts with an unproven password, and of
// several none. An opener who is signed in at once would share the account with the chooser of that password: there none counts,
// either.
export const chooseSignUp = async (tx: Db, ownerId: string, opener: Opener) => {
  const made = await tx
    .select()
    .from(signUps)
    .where(and(eq(signUps.userId, ownerId), ne(signUps.passwordHash, spent.passwordHash)));
  const own = made.find(
    (signUp) => signUp.id === opener.signUpId || isSameHash(signUp.browserHash, opener.browserHash),
  );
  if (own) return { chosen: own, proven: true };
  const [only, ...others] = made;
  return { chosen: only && !others.length && !opener.signsIn ? only : null, proven: false };
};

export const forgetSignUps = async (tx: Db, ownerId: string) => {
  await tx.delete(signUps).where(eq(signUps.userId, ownerId));
};

// The browser that signed up may wait for the link to be opened on another device. Its row stays, without what it chose.
export const spendSignUps = async (tx: Db, ownerId: string, chosen: SignUpRow | null) => {
  await forgetSignUps(tx, ownerId);
  if (chosen) await tx.insert(signUps).values({ ...chosen, ...spent });
};

// An address without an account, an account of somebody else and a link that nobody opened look alike.
export const isSignUpVerified = async (deps: Deps, actor: Visitor, cookies: Cookies, email: string) => {
  await consumeByNetwork(deps.throttles.of(signUpStatusPerAddress), actor);
  const browserHash = signUpBrowser.readHash(deps.config, cookies);
  if (!browserHash) return false;
  const [verified] = await deps.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(signUps, and(eq(signUps.userId, users.id), eq(signUps.browserHash, browserHash)))
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)));
  return verified !== undefined;
};
