// Without schemas, because every page needs these before any schema.
import type { User } from '../profile.ts';

export const isProfileComplete = (profile: Pick<User, 'companySize' | 'useCase' | 'fullName'>) =>
  Boolean(profile.companySize && profile.useCase && profile.fullName);

export const isEmailVerified = (account: Pick<User, 'authMethod' | 'emailVerified'>) =>
  account.authMethod !== 'EMAIL' || account.emailVerified;
