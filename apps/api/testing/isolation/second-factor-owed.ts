// Calls of an account that has not shown its second factor yet: show it, read whose session it is, and sign out. They are repeated
// here, so that no word in the contract opens a call by accident.
export const beforeSecondFactor: ReadonlySet<string> = new Set([
  'POST /api/auth/logout',
  'GET /api/auth/v1/user',
  'POST /api/auth/v1/logout',
  'POST /api/auth/v1/factors/:id/challenge',
  'POST /api/auth/v1/factors/:id/verify',
  'GET /api/auth/v1/factors/recovery-codes',
  'POST /api/auth/v1/factors/recovery-codes/verify',
]);
