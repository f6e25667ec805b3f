// How long things last on screen and how long the portal waits.
export const timings = {
  queryTokenRedirectMs: 2000,
  hashTokenRedirectMs: 1500,
  callbackErrorMs: 3000,
  mismatchedUserMs: 5000,
  passwordResetRedirectMs: 2000,
  // Something that loads quickly never shows that it does; once shown, it does not flash.
  loadingAppearsMs: 150,
  loadingStaysMs: 300,
  // The profile of a stored session is fetched again at start; after this the stored one is shown.
  profilePatienceMs: 5000,
  refreshPatienceMs: 10_000,
  signOutPatienceMs: 5000,
} as const;
