// Shows a second factor. The session that asks for it is this browser's, or that of a reset link, which has a client of its own.
import type { Factor } from '@supabase/auth-js';
import type { AuthClient } from './auth-client.ts';
import { answerOf } from './call-auth-client.ts';

export type SecondFactors = { apps: Factor[]; keys: Factor[]; recoveryCodes: boolean };

const ofType = (factors: Factor[], type: Factor['factor_type']) =>
  factors.filter(({ factor_type, status }) => factor_type === type && status === 'verified');

export const sortFactors = (factors: Factor[]): SecondFactors => ({
  apps: ofType(factors, 'totp'),
  keys: ofType(factors, 'webauthn'),
  recoveryCodes: ofType(factors, 'recovery_code').length > 0,
});

// The session names the factors of its account, so no request is needed.
export const readSecondFactors = async (client: AuthClient): Promise<SecondFactors & { email: string }> => {
  const { session } = answerOf(await client.getSession());
  return { ...sortFactors(session?.user.factors ?? []), email: session?.user.email ?? '' };
};

export const proveByCode = (client: AuthClient, factorId: string, code: string) =>
  client.mfa.challengeAndVerify({ factorId, code });

export const proveByKey = (client: AuthClient, factorId: string) =>
  client.mfa.webauthn.authenticate({ factorId });

export const proveByRecoveryCode = (client: AuthClient, code: string) =>
  client.mfa.recoveryCodes.verify({ code });
