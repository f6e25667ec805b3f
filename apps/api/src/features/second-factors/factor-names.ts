// What a factor is called. Case makes no difference, and what nobody has verified blocks no name.
import { factorLimits } from '@ballast/contract/auth/second-factors';
import type { FactorRow } from '../../identity/factors/tables.ts';
import { Failure } from '../../runtime/failure.ts';

const namesOf = (verified: FactorRow[]) => new Set(verified.map(({ name }) => name.toLowerCase()));

const firstFree = (taken: Set<string>, usualName: string) => {
  for (let number = 2; ; number += 1) {
    const name = `${usualName} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
};

export const chooseName = (verified: FactorRow[], wanted: string | undefined, usualName: string) => {
  const taken = namesOf(verified);
  if (wanted) {
    if (taken.has(wanted.toLowerCase())) throw new Failure('mfa_factor_name_conflict');
    return wanted;
  }
  return taken.has(usualName.toLowerCase()) ? firstFree(taken, usualName) : usualName;
};

export const refuseTooMany = (verified: FactorRow[]) => {
  if (verified.length >= factorLimits.factors) throw new Failure('too_many_enrolled_mfa_factors');
};
