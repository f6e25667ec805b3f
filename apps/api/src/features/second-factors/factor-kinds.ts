import type * as contract from '@ballast/contract/auth/second-factor-calls';
import { factorMessages, type ProofMethod } from '@ballast/contract/auth/second-factors';
import type { Answer, Received } from '@ballast/contract/http/endpoint';
import * as z from 'zod/mini';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Owner } from '../../identity/actor.ts';
import type { FactorRow, factorChallenges } from '../../identity/factors/tables.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';

export type Challenge = typeof factorChallenges.$inferSelect;
export type Attempt = {
  factor: FactorRow;
  challenge: Challenge;
  answer: Received<typeof contract.verifyFactor>['body'];
};
// A malformed answer does not count as a wrong one. A copied key answers rightly, and is refused.
export type Outcome = 'right' | 'wrong' | 'malformed' | 'copied' | Failure;
type Made<Columns, Shown> = { columns: Partial<Columns>; shown: Partial<Shown> };

export type FactorKind = {
  method: ProofMethod;
  // The default name, with the next free number.
  usualName: string;
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
  // Where another factor of the account may answer.
  answeredBy?: (tx: Db, challenged: FactorRow, answer: Attempt['answer']) => Promise<FactorRow>;
  check: (deps: Deps, tx: Db, attempt: Attempt) => Promise<Outcome>;
};

const uuid = z.uuid();

export const readChallengeId = (id: string | undefined) => {
  if (!id) throw invalidField('challenge_id', factorMessages.challengeRequired);
  if (!uuid.safeParse(id).success) throw new Failure('mfa_challenge_not_found');
  return id;
};
