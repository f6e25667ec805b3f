// Without characters that look alike.
export const recoveryCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

export const factorTypes = ['totp', 'webauthn', 'recovery_code'] as const;
export type FactorType = (typeof factorTypes)[number];

export const factorStatuses = ['unverified', 'verified'] as const;

// The session library's names. `reauthentication` is a code mailed to a signed-in user.
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

// The proofs for an action that needs a recent one.
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
  signInMinutes: 15,
  unverifiedMinutes: 15,
} as const;

// The code by mail proves a signed-in user who has neither a password nor a second factor.
export const mailedCodeLimits = { digits: 6, minutes: 15, tries: 5 } as const;

export const isMailedCode = (text: string) => /^\d{6}$/.test(text);
