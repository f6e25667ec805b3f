import type { SessionUser } from '@ballast/contract/auth/session';
import type { User } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { isInUse, listFactors, type ShownFactor, toSessionFactor } from './factors/factors.ts';
import { isAskedForFactors } from './passwords/password-proof.ts';
import { type IdentityRow, identities, type SessionRow, type UserRow } from './tables.ts';

export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  fullName: row.fullName,
  authMethod: row.authMethod,
  emailVerified: row.emailVerifiedAt !== null,
  companyName: row.companyName,
  companySize: row.companySize,
  useCase: row.useCase,
  website: row.website,
  githubProfile: row.githubProfile,
  avatarUrl: row.avatarUrl,
});

// Before the second factor a sign-in shows only what its session says itself.
export const toUserBeforeFactor = (row: UserRow): User => ({
  ...toUser(row),
  companyName: null,
  companySize: null,
  useCase: null,
  website: null,
  githubProfile: null,
  avatarUrl: null,
});

// How a mail addresses its reader. A stranger may have typed the name of an unverified account, so it is called by its address.
export const displayName = ({
  fullName,
  email,
  emailVerifiedAt,
}: Pick<UserRow, 'fullName' | 'email' | 'emailVerifiedAt'>) =>
  emailVerifiedAt && fullName ? fullName : email;

type SessionIdentity = SessionUser['identities'][number];

const emailIdentity = (row: UserRow): SessionIdentity => ({
  identity_id: row.id,
  id: row.id,
  user_id: row.id,
  identity_data: { sub: row.id, email: row.email, email_verified: row.emailVerifiedAt !== null },
  provider: 'email',
  email: row.email,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

const providerIdentity = (identity: IdentityRow): SessionIdentity => ({
  identity_id: identity.id,
  id: identity.subject,
  user_id: identity.userId,
  identity_data: {
    sub: identity.subject,
    email: identity.email,
    email_verified: true,
    ...(identity.username ? { user_name: identity.username } : {}),
  },
  provider: identity.provider,
  email: identity.email,
  last_sign_in_at: identity.lastUsedAt.toISOString(),
  created_at: identity.createdAt.toISOString(),
  updated_at: identity.lastUsedAt.toISOString(),
});

export const toSessionUser = (
  row: UserRow,
  linked: IdentityRow[],
  factors: ShownFactor[],
  now: Date,
): SessionUser => {
  const waysIn = [
    ...(row.authMethod === 'EMAIL' || row.passwordHash ? [emailIdentity(row)] : []),
    ...linked.map(providerIdentity),
  ];
  const confirmedAt = row.emailVerifiedAt?.toISOString();
  return {
    id: row.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: row.email,
    phone: '',
    ...(confirmedAt ? { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt } : {}),
    app_metadata: {
      provider: row.authMethod.toLowerCase(),
      providers: waysIn.map((identity) => identity.provider),
    },
    user_metadata: { full_name: row.fullName, avatar_url: row.avatarUrl },
    identities: waysIn,
    factors: factors.filter((factor) => isInUse(factor, now)).map(toSessionFactor),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    is_anonymous: false,
  };
};

const listIdentities = (tx: Db, userId: string): Promise<IdentityRow[]> =>
  tx.select().from(identities).where(eq(identities.userId, userId));

export const readSessionUser = async (
  tx: Db,
  row: UserRow,
  now: Date,
  kind: SessionRow['kind'] = 'browser',
) => {
  const factors = isAskedForFactors(row, kind) ? await listFactors(tx, row.id) : [];
  return toSessionUser(row, await listIdentities(tx, row.id), factors, now);
};
