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

// Some calls succeed without a sign-in: a poll, or the connection of a provider.
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
