// The one way in which the portal calls its API.
import { createClient } from '@ballast/contract/http/client';
import { accessToken, isCurrentToken } from './access-token.ts';
import { fetchOrTakeFirst } from './first-profile.ts';
import { followLevel } from './follow-level.ts';
import { askForProof } from './step-up/ask-for-proof.ts';
import { endSessionAndReload } from './store.ts';

export const call = createClient({
  portalUrl: '',
  token: accessToken,
  fetch: fetchOrTakeFirst,
  onRefusal: followLevel,
  onProofNeeded: ({ body }) => askForProof(body.methods),
  onUnauthorized: (endpoint, token) => {
    if (endpoint.keepsSession) return;
    // Another tab may have signed in since the call was sent, and its session is not the one that was refused.
    if (token && !isCurrentToken(token)) return;
    endSessionAndReload();
  },
});
