// What the activity log records, and the category each entry belongs to.
export const activityCategory = {
  key_created: 'api_key',
  key_updated: 'api_key',
  key_rotated: 'api_key',
  key_deleted: 'api_key',
  cli_token_created: 'api_key',
  account_created: 'account',
  profile_updated: 'account',
  email_verified: 'other',
  login: 'auth',
  oauth_login: 'auth',
  oauth_signup: 'auth',
  cli_login: 'auth',
  logout: 'auth',
  user_logout: 'auth',
  faucet_request: 'faucet',
  faucet_request_success: 'faucet',
  faucet_rate_limited: 'faucet',
  faucet_request_failed: 'faucet',
} as const;

export type ActivityType = keyof typeof activityCategory;
