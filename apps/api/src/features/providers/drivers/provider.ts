import { email as emailRule } from '@ballast/contract/auth/auth';
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import type { Provider } from '@ballast/contract/auth/providers';
import { cleanLine, namesAPage } from '@ballast/contract/characters';
import { profileLimits } from '@ballast/contract/profile';
import type { CustomFetch } from 'openid-client';
import type { Logger } from 'pino';
import { Failure } from '../../../runtime/failure.ts';

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

// Untrusted, as it came.
type ClaimedAccount = Record<Exclude<keyof ProviderAccount, 'subject' | 'emailVerified'>, unknown> & {
  subject: string;
  emailVerified: boolean;
};

const maxUsername = 100;
const maxAddress = 2048;

const shortText = (value: unknown, max: number) =>
  typeof value === 'string' ? cleanLine(value, max) || null : null;

// A name that contains an address counts as none.
const nameOf = (value: unknown) => {
  const name = shortText(value, profileLimits.fullName);
  return name && namesAPage(name) ? null : name;
};

const secureAddress = (value: unknown) => {
  if (typeof value !== 'string' || value.length > maxAddress || !URL.canParse(value)) return null;
  return new URL(value).protocol === 'https:' ? value : null;
};

// A provider's data obeys the same rules as what a person types.
export const readAccount = (account: ClaimedAccount): ProviderAccount => {
  const { data: email = null } = emailRule.safeParse(account.email);
  return {
    subject: account.subject,
    email,
    emailVerified: email !== null && account.emailVerified,
    fullName: nameOf(account.fullName),
    username: shortText(account.username, maxUsername),
    avatarUrl: secureAddress(account.avatarUrl),
  };
};

// Every failure of a call is one of two: away or refused.
export const timeoutSeconds = 10;
const retryAfterSeconds = 5;

const isAway = (status: number) => status >= 500 || status === 429;

// Reads the whole body, so that a provider that stalls half-way is away as well.
export const providerFetch = (provider: Provider, fetch: CustomFetch): CustomFetch => {
  const away = () =>
    new Failure('unavailable', { message: providerMessages.unreachable(provider), retryAfterSeconds });
  return async (url, options) => {
    const answer = await fetch(url, options)
      .then(async (response) => new Response(await response.arrayBuffer(), response))
      .catch(() => {
        throw away();
      });
    if (isAway(answer.status)) throw away();
    return answer;
  };
};

const failureIn = (error: unknown): Failure | null => {
  if (error instanceof Failure) return error;
  return error instanceof Error ? failureIn(error.cause) : null;
};

export const askProvider = async <T>(provider: Provider, log: Logger, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    const failure = failureIn(error) ?? new Failure('provider_refused', { message: providerMessages.failed });
    // An operator must be able to tell a wrong client secret from a wrong code; the caller must not.
    log.warn({ provider, err: error }, failure.message);
    throw failure;
  }
};
