// All that an account with a second factor may do before it has shown it, written out once more, so that no word in the contract opens
// a call by accident: show the factor, read whose session it is, and sign out.
export const beforeSecondFactor: ReadonlySet<string> = new Set([
  'POST /api/auth/logout',
  'GET /api/auth/v1/user',
  'POST /api/auth/v1/logout',
  'POST /api/auth/v1/factors/:id/challenge',
  'POST /api/auth/v1/factors/:id/verify',
  'GET /api/auth/v1/factors/recovery-codes',
  'POST /api/auth/v1/factors/recovery-codes/verify',
]);
