// What differs between the kinds of second factors.
import type { Answer, Received } from '@ballast/contract/endpoint';
import type * as contract from '@ballast/contract/second-factor-calls';
import type { ProofMethod } from '@ballast/contract/second-factors';
import type { Db } from '../../db/open.ts';
import type { FactorRow, factorChallenges } from '../../identity/factors/tables.ts';
import type { UserRow } from '../../identity/tables.ts';
import type { Deps } from '../../runtime/deps.ts';

export type Challenge = typeof factorChallenges.$inferSelect;
type Given = Received<typeof contract.verifyFactor>['body'];
type Made<Columns, Shown> = { columns: Partial<Columns>; shown: Partial<Shown> };

export type FactorKind = {
  method: ProofMethod;
  // A factor that was given no name has this one, or the next free number behind it.
  usualName: string;
  enrol: (
    deps: Deps,
    owner: UserRow,
    factorId: string,
  ) => Made<FactorRow, Answer<typeof contract.enrolFactor>>;
  challenge: (
    deps: Deps,
    tx: Db,
    owner: UserRow,
    factor: FactorRow,
  ) =>
    | Made<Challenge, Answer<typeof contract.challengeFactor>>
    | Promise<Made<Challenge, Answer<typeof contract.challengeFactor>>>;
  // Only what has the form of an answer counts as a wrong one.
  check: (
    deps: Deps,
    tx: Db,
    given: { factor: FactorRow; challenge: Challenge; answer: Given },
  ) => Promise<'right' | 'wrong' | 'malformed'>;
};
