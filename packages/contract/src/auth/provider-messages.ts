import { type Provider, providerName } from './providers.ts';

export const providerMessages = {
  cancelled: 'Authentication was cancelled',
  failed: 'Authentication failed',
  nothingReceived: 'No authorization code or token received',
  belongsToAnother: (provider: Provider) => {
    const name = providerName[provider];
    return `This ${name} account is associated with a different user. Please use a ${name} account with the same email as your current account.`;
  },
  emailUnverified: (provider: Provider) =>
    `Verify your email address with ${providerName[provider]} first, then try again.`,
  notConfigured: (provider: Provider) => `${providerName[provider]} is not available on this portal`,
  unreachable: (provider: Provider) => `${providerName[provider]} can’t be reached. Try again in a moment.`,
  stateInvalid: 'This sign-in has expired or was started in another browser. Try again.',
  redirectForeign: 'The redirect address must be an address of this portal',
  primary: (provider: Provider) =>
    `${providerName[provider]} is your primary sign-in and cannot be disconnected`,
  lastWayIn: 'This is your only way to sign in. Set a password first.',
  notLinked: (provider: Provider) => `No ${providerName[provider]} account is connected`,
  disconnectedByReset: (provider: Provider) =>
    `${providerName[provider]} was disconnected when your password was reset. Sign in with your email, then connect it again in Settings.`,
  disconnected: (provider: Provider) => `${providerName[provider]} disconnected`,
} as const;
