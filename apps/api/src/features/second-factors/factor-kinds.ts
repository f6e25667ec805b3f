// What differs between the kinds of second factors.

import type * as contract from '@ballast/contract/auth/second-factor-calls';
import type { ProofMethod } from '@ballast/contract/auth/second-factors';
import type { Answer, Received } from '@ballast/contract/http/endpoint';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { FactorRow, factorChallenges } from '../../identity/factors/tables.ts';
import type { Owner } from '../../identity/owner.ts';

import type { Failure } from '../../runtime/failure.ts';

export type Challenge = typeof factorChallenges.$inferSelect;
export type Given = {
  factor: FactorRow;
  challenge: Challenge;
  answer: Received<typeof contract.verifyFactor>['body'];
};
// Only what has the form of an answer counts as a wrong one. A copy of a key answers rightly, and is refused. What is none of
// these is a refusal in words of its own.
export type Outcome = 'right' | 'wrong' | 'malformed' | 'copied' | Failure;
type Made<Columns, Shown> = { columns: Partial<Columns>; shown: Partial<Shown> };

export type FactorKind = {
  method: ProofMethod;
  // A factor that was given no name has this one, or the next free number behind it.
  usualName: string;
  // Each attempt spends the challenge, a wrong one too.
  oneAttempt: boolean;
  enrol: (deps: Deps, owner: Owner, factorId: string) => Made<FactorRow, Answer<typeof contract.enrolFactor>>;
  challenge: (
    deps: Deps,
    tx: Db,
    owner: Owner,
    factor: FactorRow,
  ) =>
    | Made<Challenge, Answer<typeof contract.challengeFactor>>
    | Promise<Made<Challenge, Answer<typeof contract.challengeFactor>>>;
  // Where another factor of the account may answer than the one that was asked for.
  answeredBy?: (tx: Db, asked: FactorRow, answer: Given['answer']) => Promise<FactorRow>;
  check: (deps: Deps, tx: Db, given: Given) => Promise<Outcome>;
};
