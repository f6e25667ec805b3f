import { factorMessages } from '@ballast/contract/second-factors';
import { Failure } from '../../http/failure.ts';
import type { FactorRow } from '../../identity/factors/tables.ts';
import { missing } from './calls-input.ts';
import { totp } from './totp.ts';

export type EnrolledType = 'totp';

const kinds = { totp };

export const readType = (type: string | undefined): EnrolledType => {
  if (type === 'totp') return type;
  if (type === 'phone') throw new Failure('mfa_phone_enroll_not_enabled');
  if (type === 'webauthn') throw new Failure('mfa_webauthn_enroll_not_enabled');
  throw missing('factor_type', factorMessages.typeUnknown);
};

// Recovery codes have calls of their own.
export const kindOf = ({ type }: Pick<FactorRow, 'type'>) => {
  if (type !== 'totp') throw new Failure('mfa_factor_not_found');
  return { type, ...kinds[type] };
};
