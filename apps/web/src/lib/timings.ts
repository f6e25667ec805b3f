export const timings = {
  queryTokenRedirectMs: 2000,
  hashTokenRedirectMs: 1500,
  callbackErrorMs: 3000,
  mismatchedUserMs: 5000,
  passwordResetRedirectMs: 2000,
  profileSavedMs: 3000,
  // A quick answer shows no loading state; one that is shown stays long enough not to flash.
  loadingAppearsMs: 150,
  loadingStaysMs: 300,
  // The dashboard has its shape from the first paint. Words under it would hold the first keys up for as long as they stay.
  dashboardLoadingAppearsMs: 600,
  // The profile of a stored session is fetched again at start; after this the stored one is shown.
  profileTimeoutMs: 5000,
  refreshTimeoutMs: 10_000,
  signOutTimeoutMs: 5000,
  // The provider's team answers a request in its own time, and the page shows it without a reload.
  reviewPollMs: 60_000,
  usagePollMs: 60_000,
  // A developer who debugs a request looks at the chart of its key.
  chartPollMs: 5000,
  // Requests that come by the hundred are shown together.
  requestsPauseMs: 500,
  // The portal had no room for one more call that waits, or had more requests than a page shows.
  requestsLongPauseMs: 3000,
  requestsAwayMs: 1000,
  requestsLongestAwayMs: 15_000,
  requestGroupsPollMs: 10_000,
  signUpStatusPollMs: 5000,
  // Calls are counted within some seconds.
  firstCallPollMs: 4000,
  // Debounces the search while somebody types.
  searchSettlesMs: 200,
  loadAgainMs: 3000,
  cliRequestPollMs: 15_000,
  // A transfer under way settles in seconds; the command line may ask for one at any time.
  transferPollMs: 2000,
  faucetPollMs: 15_000,
} as const;
