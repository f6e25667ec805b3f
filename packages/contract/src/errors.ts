// The closed list of what can go wrong, and the HTTP status of each.
import * as z from 'zod/mini';

export const errorStatus = {
  malformed_request: 400,
  invalid_credentials: 400,
  link_invalid: 400,
  state_invalid: 400,
  provider_refused: 400,
  unauthorized: 401,
  key_unknown: 401,
  key_revoked: 401,
  email_not_verified: 403,
  provider_email_unverified: 403,
  profile_incomplete: 403,
  production_keys_off: 403,
  not_for_cli: 403,
  only_for_cli: 403,
  only_for_sandbox: 403,
  not_found: 404,
  conflict: 409,
  cli_request_used: 409,
  cli_request_expired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,

  // Codes that @supabase/auth-js knows by name; they leave only from /auth/v1.
  no_authorization: 401,
  bad_jwt: 403,
  session_not_found: 403,
  refresh_token_not_found: 400,
  refresh_token_already_used: 400,
  unsupported_grant_type: 400,
  bad_code_verifier: 400,
  current_password_required: 400,
  current_password_invalid: 400,
  otp_expired: 403,
  flow_state_not_found: 404,
  weak_password: 422,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()),
  // When the faucet gives again: only in its refusals.
  nextClaimAt: z.optional(z.string()),
});

export type ErrorBody = z.infer<typeof errorBody>;

export const errorMessages = {
  unauthorized: 'Your session has ended. Sign in again.',
  apiKeyIsNoSession: 'An API key cannot be used here. Sign in to the portal, or run ballast login.',
  emailNotVerified: 'Verify your email address first.',
  notForCli: 'The command line may not do this. Use the portal in your browser.',
  onlyForCli: 'Only the command line may do this.',
  notFound: 'This does not exist or is not yours.',
  malformedJson: 'The request body is not valid JSON.',
  notAnObject: 'The request body must be a JSON object.',
  bodyTooLarge: 'The request body is larger than 64 KiB.',
  unsupportedMediaType: 'Send the request body as application/json.',
  validationFailed: 'Please correct the highlighted fields.',
  rateLimited: 'Too many attempts. Try again later.',
  internal: 'Something went wrong on our side. Try again.',
  unavailable: 'The service is busy. Try again in a moment.',
  unreachable: 'The portal cannot be reached. Check your connection and try again.',
} as const;

export const bodyLimitBytes = 64 * 1024;
