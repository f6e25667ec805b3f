// Second factors: their kinds, their limits, and what a session can be shown.

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

export const factorLimits = {
  // How long a proof is recent.
  freshMinutes: 15,
  // How long somebody with a second factor may take to show it.
  signInMinutes: 15,
  unverifiedMinutes: 15,
} as const;
