// Carries out the decision.
import type { AccountActivityType } from '@ballast/contract/activities';
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import type { Provider } from '@ballast/contract/auth/providers';
import type { AuthMethod } from '@ballast/contract/profile';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Visitor } from '../../identity/actor.ts';
import { deleteUnverified } from '../../identity/delete-unverified.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { hasUnprovenPassword } from '../../identity/passwords/password-proof.ts';
import { removePassword } from '../../identity/passwords/unproven-password.ts';
import { refuseSuspended } from '../../identity/suspension.ts';
import { disconnectedIdentities, identities, type UserRow, users } from '../../identity/tables.ts';
import { listActiveKeys } from '../../key-check/lookup/active-keys.ts';
import { Failure } from '../../runtime/failure.ts';
import { type Decision, decide, type Situation } from './decide.ts';
import type { ProviderAccount } from './drivers/provider.ts';

type ProviderSignIn = {
  provider: Provider;
  account: ProviderAccount;
  linkUserId: string | null;
  now: Date;
};

const authMethodOf: Record<Provider, AuthMethod> = { github: 'GITHUB', google: 'GOOGLE' };

const isThisAccount = ({ provider, account }: ProviderSignIn) =>
  and(eq(identities.provider, provider), eq(identities.subject, account.subject));

// Locked: its owner may be changing the address or taking it back.
const holdAccountWith = async (tx: Db, email: string | null): Promise<UserRow | undefined> => {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email ?? ''))
    .for('no key update');
  return row;
};

const isMark = ({ provider, account }: ProviderSignIn) =>
  and(eq(disconnectedIdentities.provider, provider), eq(disconnectedIdentities.subject, account.subject));

// An account that waits for its deletion does not hold on to its providers. It can be kept without them.
const freeFromLeaving = async (tx: Db, signIn: ProviderSignIn) => {
  const leaving = tx.select({ id: users.id }).from(users).where(isNotNull(users.deletesAt));
  await tx.delete(identities).where(and(isThisAccount(signIn), inArray(identities.userId, leaving)));
};

const readSituation = async (deps: Deps, tx: Db, signIn: ProviderSignIn) => {
  const { provider, account, linkUserId } = signIn;
  if (linkUserId) await freeFromLeaving(tx, signIn);
  const [known] = await tx.select().from(identities).where(isThisAccount(signIn));
  const held = linkUserId ?? known?.userId;
  if (held) await holdAccount(deps, tx, held);
  // Locked, so that it cannot be disconnected during the sign-in.
  const [identity] = await tx.select().from(identities).where(isThisAccount(signIn)).for('update');
  // The address decides only where nothing else does.
  const holder = linkUserId || identity ? undefined : await holdAccountWith(tx, account.email);
  const target = linkUserId ?? holder?.id;
  const others = target
    ? await tx
        .select()
        .from(identities)
        .where(and(eq(identities.userId, target), eq(identities.provider, provider)))
    : [];
  const [mark] = await tx
    .select({ at: disconnectedIdentities.createdAt })
    .from(disconnectedIdentities)
    .innerJoin(users, and(eq(users.id, disconnectedIdentities.userId), isNull(users.deletesAt)))
    .where(isMark(signIn))
    .limit(1);
  const unproven = !linkUserId && holder && hasUnprovenPassword(holder) ? holder : null;
  const situation: Situation = {
    linkUserId,
    identityOwner: identity?.userId ?? null,
    emailVerified: account.emailVerified,
    accountWithEmail: holder ? { id: holder.id, verified: holder.emailVerifiedAt !== null } : null,
    // A connection made with an unproven password does not keep the owner out.
    wasDisconnected: mark !== undefined,
    hasOtherOfProvider: !unproven && others.some((other) => other.subject !== account.subject),
  };
  return { situation, unproven, holder };
};

const insertUser = async (tx: Db, { provider, account, now }: ProviderSignIn) => {
  if (!account.email) throw new Error('an account without an address was to be made');
  const [user] = await tx
    .insert(users)
    .values({
      email: account.email,
      fullName: account.fullName,
      authMethod: authMethodOf[provider],
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!user) throw new Error('insert returned no user');
  return user.id;
};

// Name and address may change at the provider; the subject identifies the account.
const keepIdentity = async (tx: Db, userId: string, signIn: ProviderSignIn) => {
  const { provider, account, now } = signIn;
  const profile = {
    email: account.email ?? '',
    emailVerified: account.emailVerified,
    username: account.username,
    lastUsedAt: now,
  };
  const [known] = await tx
    .update(identities)
    .set(profile)
    .where(and(isThisAccount(signIn), eq(identities.userId, userId)))
    .returning();
  if (known) return known.id;
  await tx.delete(disconnectedIdentities).where(isMark(signIn));
  const [added] = await tx
    .insert(identities)
    .values({ ...profile, userId, provider, subject: account.subject, createdAt: now })
    .returning({ id: identities.id });
  if (!added) throw new Error('insert returned no identity');
  return added.id;
};

const updateProfile = async (tx: Db, userId: string, { provider, account, now }: ProviderSignIn) => {
  const [user] = await tx
    .update(users)
    .set({
      ...(provider === 'github' ? { githubProfile: account.username } : {}),
      avatarUrl: sql`coalesce(${users.avatarUrl}, ${account.avatarUrl})`,
      updatedAt: now,
    })
    .where(eq(users.id, userId))
    .returning();
  if (!user) throw new Failure('state_invalid', { message: providerMessages.stateInvalid });
  return user;
};

const refusals: Partial<Record<Decision, (provider: Provider) => Failure>> = {
  'refuse-belongs-to-another': (provider) =>
    new Failure('conflict', { message: providerMessages.belongsToAnother(provider) }),
  'refuse-disconnected': (provider) =>
    new Failure('conflict', { message: providerMessages.disconnectedByReset(provider) }),
  'refuse-email-unverified': (provider) =>
    new Failure('provider_email_unverified', { message: providerMessages.emailUnverified(provider) }),
};

const activityOf: Partial<Record<Decision, AccountActivityType>> = {
  link: 'oauth_connected',
  create: 'oauth_signup',
  'replace-unverified': 'oauth_signup',
};

export const settle = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  signIn: ProviderSignIn,
): Promise<{
  user: UserRow;
  activity: AccountActivityType;
  identityId: string;
  connectedId: string | null;
}> => {
  const { situation, unproven, holder } = await readSituation(deps, tx, signIn);
  const { linkUserId, identityOwner, accountWithEmail } = situation;
  const decision = decide(situation);
  const refusal = refusals[decision]?.(signIn.provider);
  if (refusal) throw refusal;

  if (decision === 'replace-unverified' && holder) refuseSuspended(deps, holder);
  if (decision === 'replace-unverified' && accountWithEmail) await deleteUnverified(tx, accountWithEmail.id);
  if (decision === 'link-and-sign-in' && unproven) {
    const keys = await listActiveKeys(tx, unproven.id);
    await removePassword(deps, tx, actor, unproven, signIn.provider, keys);
  }
  const made = decision === 'create' || decision === 'replace-unverified';
  const userId = made ? await insertUser(tx, signIn) : (linkUserId ?? identityOwner ?? accountWithEmail?.id);
  if (!userId) throw new Error(`${decision} without an account`);
  const identityId = await keepIdentity(tx, userId, signIn);
  return {
    user: await updateProfile(tx, userId, signIn),
    activity: activityOf[decision] ?? 'oauth_login',
    identityId,
    // An existing account has a new way in.
    connectedId: !made && identityOwner === null ? identityId : null,
  };
};
