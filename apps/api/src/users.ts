// A user's row as the portal shows it, and as the session library shows it.
import type { User } from '@ballast/contract/profile';
import type { SessionUser } from '@ballast/contract/session';
import type { UserRow } from './db/schema.ts';

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

export const toSessionUser = (row: UserRow): SessionUser => {
  const provider = row.authMethod.toLowerCase();
  const createdAt = row.createdAt.toISOString();
  const updatedAt = row.updatedAt.toISOString();
  const confirmedAt = row.emailVerifiedAt?.toISOString();
  return {
    id: row.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: row.email,
    phone: '',
    ...(confirmedAt ? { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt } : {}),
    app_metadata: { provider, providers: [provider] },
    user_metadata: { full_name: row.fullName, avatar_url: row.avatarUrl },
    identities: [
      {
        identity_id: row.id,
        id: row.id,
        user_id: row.id,
        identity_data: { sub: row.id, email: row.email, email_verified: row.emailVerifiedAt !== null },
        provider,
        email: row.email,
        created_at: createdAt,
        updated_at: updatedAt,
      },
    ],
    factors: [],
    created_at: createdAt,
    updated_at: updatedAt,
    is_anonymous: false,
  };
};
