import { startProvider } from '@ballast/contract/auth/provider-calls';
import type { Provider } from '@ballast/contract/auth/providers';
import { call } from '../../../session/api.ts';
import { cliAuthTarget } from '../../../session/cli-auth-target.ts';
import { rememberAttempt } from '../../../session/provider-attempt.ts';

export const beginProviderSignIn = async (provider: Provider) => {
  const from = cliAuthTarget(new URLSearchParams(window.location.search).get('from'));
  const target = new URL('/auth/callback', window.location.origin);
  if (from) target.searchParams.set('from', from);
  const { authUrl } = await call(startProvider, { body: { provider, redirectUrl: target.href } });
  rememberAttempt({ provider, from });
  return authUrl;
};
