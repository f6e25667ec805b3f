// A weak password is on the embedded list or was in a data breach.
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
  // Without an answer from the service the embedded list decides.
  isBreached: (password: string) => Promise<boolean>;
};

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

// Every new password is hashed, so none avoids this. The service is called during the hashing and costs no time.
export const refuseWeakPasswords = (passwords: Passwords, weak: WeakPasswords): Passwords => ({
  ...passwords,
  hash: async (password, caller) => {
    if (await weak.isCommon(password)) throw weakPassword(authMessages.passwordCommon);
    const [hash, breached] = await Promise.all([passwords.hash(password, caller), weak.isBreached(password)]);
    if (breached) throw weakPassword(authMessages.passwordBreached);
    return hash;
  },
});
