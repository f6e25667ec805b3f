import { linkProvider } from '@ballast/contract/auth/provider-calls';
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { useLeaveForProvider } from '../../domain/use-leave-for-provider.ts';
import { refusalMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { rememberAttempt } from '../../session/provider-attempt.ts';

const begin = async (provider: Provider) => {
  const { authUrl } = await call(linkProvider, { body: { provider } });
  rememberAttempt({ provider, from: null, connects: true });
  return authUrl;
};

// Connects an account at a provider with this one. The callback leads back to the settings.
export const useConnect = () =>
  useLeaveForProvider({
    begin,
    failureMessage: (error, provider) =>
      refusalMessage(error, `Failed to connect ${providerName[provider]} account`),
  });
