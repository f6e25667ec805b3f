// What follows from the fields of an account. Apart from their schemas, because every page asks this before it needs any.
import type { User } from './profile.ts';

export const isProfileComplete = (profile: Pick<User, 'companySize' | 'useCase' | 'fullName'>) =>
  Boolean(profile.companySize && profile.useCase && profile.fullName);

export const isEmailVerified = (account: Pick<User, 'authMethod' | 'emailVerified'>) =>
  account.authMethod !== 'EMAIL' || account.emailVerified;
