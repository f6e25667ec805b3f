// These facts follow from the fields of an account. They stand apart from the schemas, because every page asks for them
// before it needs any schema.
import type { User } from '../profile.ts';

export const isProfileComplete = (profile: Pick<User, 'companySize' | 'useCase' | 'fullName'>) =>
  Boolean(profile.companySize && profile.useCase && profile.fullName);

export const isEmailVerified = (account: Pick<User, 'authMethod' | 'emailVerified'>) =>
  account.authMethod !== 'EMAIL' || account.emailVerified;
