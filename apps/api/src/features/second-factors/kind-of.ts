import { factorMessages } from '@ballast/contract/auth/second-factors';
import type { FactorRow } from '../../identity/factors/tables.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import { securityKey } from './security-key.ts';
import { totp } from './totp.ts';

export type EnrolledType = 'totp' | 'webauthn';

const kinds = { totp, webauthn: securityKey };

export const readType = (type: string | undefined): EnrolledType => {
  if (type === 'totp' || type === 'webauthn') return type;
  if (type === 'phone') throw new Failure('mfa_phone_enroll_not_enabled');
  throw invalidField('factor_type', factorMessages.typeUnknown);
};

// Recovery codes have calls of their own.
export const kindOf = ({ type }: Pick<FactorRow, 'type'>) => {
  if (type === 'recovery_code') throw new Failure('mfa_factor_not_found');
  return { type, ...kinds[type] };
};
