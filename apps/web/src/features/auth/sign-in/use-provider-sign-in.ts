import { startFailed } from '@ballast/contract/auth/providers';
import { useLeaveForProvider } from '../../../domain/use-leave-for-provider.ts';

// The call and its schemas are loaded when somebody is about to leave.
export const loadProviderSignIn = () => import('./begin-provider-sign-in.ts');

export const useProviderSignIn = () =>
  useLeaveForProvider({
    begin: async (provider) => (await loadProviderSignIn()).beginProviderSignIn(provider),
    failureMessage: (_error, provider) => startFailed(provider),
  });
