// Second factors: their kinds, their limits, and what a session can be shown.

// Neither of two characters that look alike is in it.
export const recoveryCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

export const factorTypes = ['totp', 'webauthn', 'recovery_code'] as const;
export type FactorType = (typeof factorTypes)[number];

export const factorStatuses = ['unverified', 'verified'] as const;

// The session library knows these by name. `reauthentication` is a code that was mailed to somebody who is signed in.
export const proofMethodNames = [
  'password',
  'oauth',
  'otp',
  'magiclink',
  'recovery',
  'email/signup',
  'email_change',
  'passkey',
  'totp',
  'mfa/webauthn',
  'mfa/recovery_code',
  'reauthentication',
] as const;
export type ProofMethod = (typeof proofMethodNames)[number];

// What somebody can be asked for before an action that needs a recent proof.
export const stepUpMethods = ['totp', 'webauthn', 'recovery_code', 'passkey', 'password', 'email'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

export const factorMessages = {
  typeUnknown: 'factor_type must be totp or webauthn',
  challengeRequired: 'challenge_id is required',
  codeRequired: 'Enter the code.',
  recoveryCodesId: 'Recovery codes cannot be removed by their id. They have a call of their own.',
} as const;

export const recoveryCodesName = 'Recovery codes';

export const factorLimits = {
  name: 64,
  factors: 10,
  challengeSeconds: 300,
  wrongInARow: 5,
  lockMinutes: 15,
  // Over all factors of an account.
  wrongInADay: 20,
  accountLockMinutes: 60,
  recoveryCodes: 10,
  recoveryCodeLength: 10,
  // How long a proof is recent.
  freshMinutes: 15,
  // How long somebody with a second factor may take to show it.
  signInMinutes: 15,
  unverifiedMinutes: 15,
} as const;
