import type { SignedIn } from './actor.ts';
import { levelOf } from './proofs.ts';
import { hasUnprovenPassword } from './unproven-password.ts';

// An account with a second factor is open only to a session that has shown it. A command line was let in by such a session.
// Whoever knew a password that nobody proved may have added the factor: the link in the owner's mailbox goes before it.
export const owesSecondFactor = ({ kind, user, proofs, hasVerifiedFactor }: SignedIn) => {
  if (kind === 'cli' || !hasVerifiedFactor || levelOf(proofs) === 'aal2') return false;
  return kind !== 'recovery' || !hasUnprovenPassword(user);
};
