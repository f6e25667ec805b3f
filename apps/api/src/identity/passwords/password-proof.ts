// Somebody who signs up with a stranger's address chooses a password, and the stranger may open the link. A password is proven
// once whoever reads the address's mail was seen to know it (docs/decisions/0006-sign-ups.md).
import type { Owner } from '../owner.ts';
import type { SessionRow, UserRow } from '../tables.ts';

export const hasUnprovenPassword = ({ passwordHash, passwordProvenAt }: UserRow) =>
  passwordHash !== null && passwordProvenAt === null;

// Second factors go with an unproven password (unproven-password.ts), so the reset link that ends it does not ask for them.
export const isAskedForFactors = (owner: Owner, kind: SessionRow['kind']) =>
  kind !== 'recovery' || !hasUnprovenPassword(owner);
