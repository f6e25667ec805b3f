// A password is weak when everybody guesses it first: it stands on the embedded list or was in a data breach.
import { authMessages } from '@ballast/contract/auth/auth';
import type { Logger } from 'pino';
import { Failure } from '../../runtime/failure.ts';
import type { Metrics } from '../../runtime/observability/metrics.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { openBreachedPasswords } from './breached-passwords.ts';
import { openCommonPasswords } from './common-passwords.ts';
import type { Passwords } from './passwords.ts';

type Settings = Pick<Config, 'brandName' | 'tokenSymbol' | 'breachedPasswords'>;

export type WeakPasswords = {
  isCommon: (password: string) => Promise<boolean>;
  // It never fails: without an answer from the service, or without a service, the embedded list is all there is.
  isBreached: (password: string) => Promise<boolean>;
};

// Words that are guessed first because they belong to this product.
const ownWords = ({ brandName, tokenSymbol }: Settings) => [
  brandName,
  tokenSymbol,
  'ballast',
  'blst',
  'developer',
  'developerportal',
  'portal',
  'sandbox',
  'production',
  'faucet',
  'stablecoin',
  'apikey',
];

export const openWeakPasswords = (settings: Settings, metrics: Metrics, log: Logger): WeakPasswords => ({
  isCommon: openCommonPasswords(ownWords(settings)),
  isBreached: settings.breachedPasswords
    ? openBreachedPasswords(settings.breachedPasswords, metrics, log)
    : async () => false,
});

export const weakPassword = (message: string) =>
  new Failure('weak_password', { message, fields: { password: message } });

// Every password that is set is hashed, so none gets around this. The service is asked beside the hashing, so that a password
// which is none of them takes no longer.
export const refuseWeakPasswords = (passwords: Passwords, weak: WeakPasswords): Passwords => ({
  ...passwords,
  hash: async (password, caller) => {
    if (await weak.isCommon(password)) throw weakPassword(authMessages.passwordCommon);
    const [hash, breached] = await Promise.all([passwords.hash(password, caller), weak.isBreached(password)]);
    if (breached) throw weakPassword(authMessages.passwordBreached);
    return hash;
  },
});
