// How often one account may call in a minute. Its browsers share one count. A command line token counts with the tokens that it
// made, so that one that leaked uses up no other's calls. What stops something is counted for each session or token alone, and so
// are some of the calls that lead to it.
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { errorTexts } from '@ballast/contract/http/errors';
import { firstTokenOf, type SignedIn } from '../../identity/actor.ts';
import { owesSecondFactor } from '../../identity/proofs/proofs.ts';
import { consume, secondsLeft, type Throttle } from '../../identity/throttling/throttles.ts';
import type { Deps } from '../deps.ts';
import {
  callsPerAccount,
  callsPerToken,
  callsToStopPerCaller,
  stopsPerCaller,
  tokenCallsPerAccount,
  tokenWritesPerAccount,
  writesPerAccount,
  writesPerToken,
} from './call-limits.ts';

type Count = [throttle: Throttle, who: string];

const count = ([throttle, who]: Count) => consume(throttle, who, errorTexts.tooManyCalls);

// A session without its second factor, or of a reset link, has a count of its own and does not use up the owner's calls.
const countsApart = (session: SignedIn) =>
  owesSecondFactor(session) || session.kind === 'recovery' || session.kind === 'spent';

const countsOf = ({ throttles }: Deps, session: SignedIn, writes: boolean): Count[] => {
  const account = session.user.id;
  if (countsApart(session)) return [[throttles.of(callsPerToken), session.sessionId]];
  if (session.kind !== 'cli') {
    const calls: Count = [throttles.of(callsPerAccount), account];
    return writes ? [calls, [throttles.of(writesPerAccount), account]] : [calls];
  }
  const token = firstTokenOf(session);
  const calls: Count[] = [
    [throttles.of(callsPerToken), token],
    [throttles.of(tokenCallsPerAccount), account],
  ];
  if (!writes) return calls;
  return [...calls, [throttles.of(writesPerToken), token], [throttles.of(tokenWritesPerAccount), account]];
};

const isUsedUp = async (counts: Count[]) => {
  for (const [throttle, who] of counts) if (await secondsLeft(throttle, who)) return true;
  return false;
};

export const limitCalls = async (
  deps: Deps,
  { method, stops, leadsToStop, endsSession }: Endpoint,
  session: SignedIn | null,
) => {
  if (!session || endsSession) return;
  if (stops) return count([deps.throttles.of(stopsPerCaller), session.sessionId]);
  const counts = countsOf(deps, session, method !== 'GET');
  if (!leadsToStop) {
    for (const each of counts) await count(each);
    return;
  }
  if (await isUsedUp(counts)) await count([deps.throttles.of(callsToStopPerCaller), session.sessionId]);
};
