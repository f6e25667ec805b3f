// The one way in which the portal calls its API.
import { createClient } from '@ballast/contract/client';
import { accessToken, isCurrentToken } from '../session/access-token.ts';
import { clearSession } from '../session/store.ts';

export const call = createClient({
  portalUrl: '',
  token: accessToken,
  onUnauthorized: (endpoint, token) => {
    if (endpoint.keepsSession) return;
    // Another tab may have signed in since the call was sent: that session has not been judged.
    if (token && !isCurrentToken(token)) return;
    clearSession();
    window.location.reload();
  },
});
