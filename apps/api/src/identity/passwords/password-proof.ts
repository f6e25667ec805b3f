// A sign-up with a stranger's address chooses a password, and the stranger may open the link. A password is proven once a reader
// of the mail was seen to know it (docs/decisions/0006-sign-ups.md).
import type { Owner } from '../actor.ts';
import type { SessionRow, UserRow } from '../tables.ts';

export const hasUnprovenPassword = ({ passwordHash, passwordProvenAt }: UserRow) =>
  passwordHash !== null && passwordProvenAt === null;

// Second factors end with an unproven password, so its reset link does not need them.
export const isAskedForFactors = (owner: Owner, kind: SessionRow['kind']) =>
  kind !== 'recovery' || !hasUnprovenPassword(owner);

// A deletion that was requested before is void: it was not the owner's.
export const addressProven = (now: Date) => ({ emailVerifiedAt: now, deletesAt: null });
