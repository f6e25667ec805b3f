// The one way in which the portal calls its API.
import type { logIn, logOut, signUp } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import type { getFaucet, getTransfer, requestTokens } from '@ballast/contract/faucet';
import { accessToken, isCurrentToken } from './access-token.ts';
import { clearSession } from './store.ts';

type FaucetCall = typeof getFaucet | typeof getTransfer | typeof requestTokens;
type ExemptPath = (typeof logIn | typeof logOut | typeof signUp | FaucetCall)['path'];

// A 401 from these endpoints says nothing about the session, or the session is being ended anyway.
const exempt = new Set<string>([
  '/auth/login',
  '/auth/logout',
  '/auth/signup',
  '/faucet/requests',
  '/faucet/requests/:id',
  '/faucet/status',
] satisfies ExemptPath[]);

export const call = createClient({
  baseUrl: '/api',
  token: accessToken,
  onUnauthorized: (endpoint, token) => {
    if (exempt.has(endpoint.path)) return;
    // Another tab may have signed in since the call was sent, and its session is not the one that was refused.
    if (token && !isCurrentToken(token)) return;
    clearSession();
    window.location.reload();
  },
});
