import type { Session } from '@ballast/contract/auth/session';
import type { SignedIn } from '../actor.ts';
import { levelOf } from './proofs.ts';

// An account with a second factor is open only to a session that has shown it. A command line was let in by such a session.
export const owesSecondFactor = ({ kind, proofs, hasVerifiedFactor }: SignedIn) =>
  kind !== 'cli' && hasVerifiedFactor && levelOf(proofs) !== 'aal2';

// A sign-in with a password or at a provider is one factor.
export const signInOwesSecondFactor = ({ user }: Session) =>
  user.factors.some(({ status }) => status === 'verified');
