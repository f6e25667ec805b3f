// Who acts. A rule takes (deps, actor, owner, …), with tx before the actor inside a transaction. Most reads need no actor.
import type { CliScope } from '@ballast/contract/cli/cli-scopes';
import type { OperatorNames } from '@ballast/contract/operator/operator';
import type { Proof } from './proofs/proofs.ts';
import type { SessionRow, UserRow } from './tables.ts';

// Shown in the activity log and the session list.
export type Client = {
  address: string;
  userAgent: string;
  // A proxy that is not trusted forwarded the call: the address is the proxy's.
  behindUnknownProxy?: boolean;
};

export type Visitor = { client: Client };

// A session, or a command line's token, whose id is then the session's.
export type SignedIn = {
  user: UserRow;
  sessionId: string;
  kind: SessionRow['kind'] | 'cli';
  emailVerified: boolean;
  // What the token counts, from which level and freshness follow (proofs.ts).
  proofs: Proof[];
  proofCount: number;
  hasVerifiedFactor: boolean;
  grant: Grant | null;
};

// Of a command line's token. Without an expiry it is good until it is revoked.
export type Grant = {
  scopes: readonly CliScope[];
  expiresAt: Date | null;
  madeWith: readonly string[];
};

// A token counts with the tokens that it made, so that none gets more by making another.
export const firstTokenOf = ({ grant, sessionId }: Pick<SignedIn, 'grant' | 'sessionId'>) =>
  grant?.madeWith[0] ?? sessionId;

export type Actor = Visitor & SignedIn;

// A caller of the operator's socket. A developer sees the team, the operator log the names.
export type Operator = Visitor & { kind: 'operator' } & OperatorNames;

// The finder of a leaked key is not named to its owner.
export const leakReport: Visitor = { client: { address: 'a leak report', userAgent: 'leak report' } };

export const operatorNamed = (name: string, as: string | null = null): Operator => ({
  client: { address: 'the provider team', userAgent: 'operator' },
  kind: 'operator',
  name,
  as,
});

// Whose data a rule touches: an owner and not a person, so that people may share an account one day.
export type Owner = UserRow;
