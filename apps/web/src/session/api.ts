// The one way in which the portal calls its API.
import { createClient } from '@ballast/contract/http/client';
import { accessToken, isCurrentToken } from './access-token.ts';
import { refreshAssurance } from './auth-client.ts';
import { fetchOrTakeFirst } from './first-profile.ts';
import { endSessionAndReload } from './session-state.ts';
import { askForProof } from './step-up/ask-for-proof.ts';

export const call = createClient({
  portalUrl: '',
  token: accessToken,
  fetch: fetchOrTakeFirst,
  onRefusal: refreshAssurance,
  onProofNeeded: ({ body }, refused) => askForProof(body.methods, refused),
  onUnauthorized: (endpoint, token) => {
    if (endpoint.keepsSession) return;
    // Another tab may have signed in since the call was sent, and its session is not the one that was refused.
    if (token && !isCurrentToken(token)) return;
    endSessionAndReload();
  },
});
