import { ApiError } from '@ballast/contract/http/client';
import { authClient } from '../../../session/auth-client.ts';
import { stored } from '../../../session/browser-storage.ts';
import { answerOf, CeremonyFailure } from '../../../session/call-auth-client.ts';
import { signInBySession } from '../../../session/sign-in.ts';

type Ceremony = { mediation?: 'conditional'; signal?: AbortSignal };

export const signInWithPasskey = async (options: Ceremony = {}) => {
  const client = await authClient();
  const { session } = answerOf(await client.signInWithPasskey({ options }));
  if (!session) throw new Error('The passkey opened no session');
  await signInBySession(session, 'form');
  stored.passkeyKnown.write('yes');
  stored.lastWayIn.write('passkey');
};

// Somebody chose a passkey that the server refused. The next one may be right.
const wasChosen = (error: unknown) =>
  error instanceof ApiError && !(error instanceof CeremonyFailure) && [400, 403].includes(error.status);

// It waits until a passkey is chosen, for as long as the page is open.
export const offerPasskeys = async (signal: AbortSignal, report: (error: unknown) => void) => {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  while (!signal.aborted) {
    try {
      return await signInWithPasskey({ mediation: 'conditional', signal });
    } catch (error) {
      if (!wasChosen(error)) return;
      report(error);
    }
  }
};
