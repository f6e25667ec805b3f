// How often one account may call in a minute, whatever it calls and by whichever session or command line.
import type { Endpoint } from '@ballast/contract/endpoint';
import { errorTexts } from '@ballast/contract/errors';
import type { SignedIn } from '../identity/actor.ts';
import { consume } from '../identity/throttles.ts';
import type { Deps } from '../runtime/deps.ts';

export const limitCalls = async (
  { throttles }: Deps,
  { method, endsSession }: Endpoint,
  session: SignedIn | null,
) => {
  if (!session || endsSession) return;
  const account = session.user.id;
  await consume(throttles.callsPerAccount, account, errorTexts.tooManyCalls);
  if (method !== 'GET') await consume(throttles.writesPerAccount, account, errorTexts.tooManyCalls);
};
