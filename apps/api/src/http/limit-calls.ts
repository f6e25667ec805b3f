// How often one account may call in a minute. Its browsers have one count together. A token of the command line counts with the
// tokens that it made, so that one that leaked uses up nobody else's calls. What stops something is counted for each session or
// token alone: nobody else can use that up.
import type { Endpoint } from '@ballast/contract/endpoint';
import { errorTexts } from '@ballast/contract/errors';
import type { SignedIn } from '../identity/actor.ts';
import { owesSecondFactor } from '../identity/owes-second-factor.ts';
import { consume, type Throttle } from '../identity/throttles.ts';
import type { Deps } from '../runtime/deps.ts';

const count = (throttle: Throttle, who: string) => consume(throttle, who, errorTexts.tooManyCalls);

const firstTokenOf = ({ grant, sessionId }: SignedIn) => grant?.madeWith[0] ?? sessionId;

const limitBrowsers = async ({ throttles }: Deps, account: string, writes: boolean) => {
  await count(throttles.callsPerAccount, account);
  if (writes) await count(throttles.writesPerAccount, account);
};

const limitTokens = async ({ throttles }: Deps, account: string, token: string, writes: boolean) => {
  await count(throttles.callsPerToken, token);
  await count(throttles.tokenCallsPerAccount, account);
  if (!writes) return;
  await count(throttles.writesPerToken, token);
  await count(throttles.tokenWritesPerAccount, account);
};

export const limitCalls = async (
  deps: Deps,
  { method, stops, endsSession }: Endpoint,
  session: SignedIn | null,
) => {
  if (!session || endsSession) return;
  const caller = firstTokenOf(session);
  if (stops) return count(deps.throttles.stopsPerCaller, caller);
  const writes = method !== 'GET';
  // Whoever has shown the password alone uses up nothing of the owner's.
  if (owesSecondFactor(session)) return count(deps.throttles.callsPerToken, caller);
  if (session.kind === 'cli') return limitTokens(deps, session.user.id, caller, writes);
  await limitBrowsers(deps, session.user.id, writes);
};
