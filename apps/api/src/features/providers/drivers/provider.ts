// What GitHub and Google have in common: a page to send the browser to, and an account behind the code it brings back.
import { email as emailRule } from '@ballast/contract/auth/auth';
import { cleanLine, namesAPage } from '@ballast/contract/characters';
import { profileLimits } from '@ballast/contract/profile';

export type Attempt = { state: string; nonce: string; codeVerifier: string; redirectUri: string };

export type ProviderAccount = {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  fullName: string | null;
  username: string | null;
  avatarUrl: string | null;
};

export type ProviderDriver = {
  authorizationUrl: (attempt: Attempt) => Promise<URL>;
  identify: (attempt: Attempt & { code: string }) => Promise<ProviderAccount>;
};

// As a provider tells it: nothing in it can be relied on.
type ToldAccount = Record<Exclude<keyof ProviderAccount, 'subject' | 'emailVerified'>, unknown> & {
  subject: string;
  emailVerified: boolean;
};

const maxUsername = 100;
const maxAddress = 2048;

const shortText = (value: unknown, max: number) =>
  typeof value === 'string' ? cleanLine(value, max) || null : null;

// A name that leads to a page is none: the person is asked for one.
const nameOf = (value: unknown) => {
  const name = shortText(value, profileLimits.fullName);
  return name && namesAPage(name) ? null : name;
};

const secureAddress = (value: unknown) => {
  if (typeof value !== 'string' || value.length > maxAddress || !URL.canParse(value)) return null;
  return new URL(value).protocol === 'https:' ? value : null;
};

// What a provider tells ends in our rows and pages, so it obeys the same rules as what a person types.
export const readAccount = (told: ToldAccount): ProviderAccount => {
  const { data: email = null } = emailRule.safeParse(told.email);
  return {
    subject: told.subject,
    email,
    emailVerified: email !== null && told.emailVerified,
    fullName: nameOf(told.fullName),
    username: shortText(told.username, maxUsername),
    avatarUrl: secureAddress(told.avatarUrl),
  };
};
