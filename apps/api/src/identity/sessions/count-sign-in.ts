// Each attempt to sign in is counted by its way and by how it ended.
import { errors } from '@ballast/contract/http/errors';
import { Failure } from '../../runtime/failure.ts';
import type { signInOutcomes, signInWays } from '../../runtime/observability/metrics.ts';
import type { IdentityDeps } from '../deps.ts';

type Way = (typeof signInWays)[number];
type Outcome = (typeof signInOutcomes)[number];

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof Failure)) return 'failed';
  const { status } = errors[error.code];
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
};

// Some calls end well without a sign-in: whoever waits for the answer of a person, or connects a provider.
export const countSignIn = async <Answer>(
  { metrics: { signIns } }: Pick<IdentityDeps, 'metrics'>,
  way: Way,
  work: Promise<Answer>,
  hasSignedIn: (answer: Answer) => boolean = () => true,
): Promise<Answer> => {
  try {
    const answer = await work;
    if (hasSignedIn(answer)) signIns.inc({ way, outcome: 'succeeded' });
    return answer;
  } catch (error) {
    signIns.inc({ way, outcome: outcomeOf(error) });
    throw error;
  }
};
