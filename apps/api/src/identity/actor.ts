// Who acts. A rule takes the actor second, after deps (third, after tx, inside a transaction), and names whose data it
// touches apart from it: (deps, actor, owner, …). A rule that would do the same whoever acts, as most reads do, takes no
// actor.
import type { CliScope } from '@ballast/contract/cli/cli-scopes';
import type { Proof } from './proofs/proofs.ts';
import type { SessionRow, UserRow } from './tables.ts';

// The activity log and the session list show where a call came from.
export type Client = {
  address: string;
  userAgent: string;
  // The call was forwarded by somebody whom the portal was not told to trust: the address is theirs.
  behindUnknownProxy?: boolean;
};

// Anybody: all that is known is where the call came from.
export type Visitor = { client: Client };

// Who a session or a token of the command line belongs to, and of which kind it is. For a command line the session is
// its token.
export type SignedIn = {
  user: UserRow;
  sessionId: string;
  kind: SessionRow['kind'] | 'cli';
  emailVerified: boolean;
  // What the session was shown before its token was issued, from which level and freshness follow (proofs.ts).
  proofs: Proof[];
  proofCount: number;
  hasVerifiedFactor: boolean;
  // What the command line's token may do, and until when. A session has none.
  grant: Grant | null;
};

// Without an expiry it is until the token is revoked.
export type Grant = {
  scopes: readonly CliScope[];
  expiresAt: Date | null;
  // The tokens that this one was made with.
  madeWith: readonly string[];
};

// A token counts with the tokens that it made, so that none gets more by making another.
export const firstTokenOf = ({ grant, sessionId }: Pick<SignedIn, 'grant' | 'sessionId'>) =>
  grant?.madeWith[0] ?? sessionId;

// A developer who is signed in.
export type Actor = Visitor & SignedIn;

// The provider team's commands come through the operator's socket. A developer sees the team, the operator log the name.
export type Operator = Visitor & { kind: 'operator'; name: string };

// Nobody who is known acts when a leaked key is reported: whoever found it is not named to its owner.
export const leakReport: Visitor = { client: { address: 'a leak report', userAgent: 'leak report' } };

export const operatorNamed = (name: string): Operator => ({
  client: { address: 'the provider team', userAgent: 'operator' },
  kind: 'operator',
  name,
});
