// The one way in which the portal calls its API.
import { logIn, logOut, signUp } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import type { Endpoint } from '@ballast/contract/endpoint';
import { accessToken } from '../session/access-token.ts';
import { clearSession } from '../session/store.ts';

// 401 to these says nothing about the session, or the session is being ended anyway.
const exempt = new Set<Endpoint>([logIn, signUp, logOut]);

export const call = createClient({
  baseUrl: '/api',
  token: accessToken,
  onUnauthorized: (endpoint) => {
    if (exempt.has(endpoint)) return;
    clearSession();
    window.location.reload();
  },
});
