// The closed list of error codes, with the status of each and, where it is always the same, its message.
import * as z from 'zod/mini';
import { stepUpMethods } from '../auth/second-factors.ts';
import { firstWords } from '../first-words.ts';

type ErrorEntry = { status: number; message?: string };

export const errors = {
  malformed_request: { status: 400 },
  invalid_credentials: { status: 400 },
  link_invalid: { status: 400 },
  state_invalid: { status: 400 },
  provider_refused: { status: 400 },
  unauthorized: { status: 401, message: firstWords.sessionEnded },
  key_unknown: { status: 401 },
  key_revoked: { status: 401 },
  key_expired: { status: 401 },
  signature_invalid: { status: 401 },
  // A link was opened in another account's session, or without a proof that it is the opener's.
  wrong_account: { status: 403 },
  proof_needed: { status: 403 },
  // The account has a second factor, and this session has not shown it. A reset screen takes some words for a broken link,
  // so the message has none of them.
  insufficient_aal: { status: 403, message: 'Complete two-step verification first.' },
  // The last proof is too old for this call. `methods` says how to give another.
  reauthentication_required: { status: 403, message: 'Confirm it’s you, then try again.' },
  account_suspended: { status: 403 },
  account_leaving: { status: 403 },
  email_not_verified: { status: 403, message: 'Verify your email address first.' },
  provider_email_unverified: { status: 403 },
  profile_incomplete: { status: 403 },
  production_keys_off: { status: 403 },
  not_for_cli: { status: 403, message: 'The command line can’t do this. Use the portal in your browser.' },
  only_for_cli: { status: 403, message: 'Only the command line can do this.' },
  only_for_sandbox: { status: 403 },
  address_not_allowed: { status: 403 },
  scope_missing: { status: 403 },
  not_found: { status: 404, message: 'This doesn’t exist, or it isn’t yours.' },
  // The call is unknown; for an unknown thing it is not_found.
  no_such_route: { status: 404, message: 'This doesn’t exist, or it isn’t yours.' },
  conflict: { status: 409 },
  cli_request_used: { status: 409 },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
  },
  cli_request_expired: { status: 410 },
  undo_over: { status: 410 },
  body_too_large: { status: 413, message: 'The request body is larger than 64 KiB.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Send it again.' },
  unsupported_media_type: { status: 415, message: 'Send the request body as application/json.' },
  misdirected: { status: 421, message: 'This server only responds to its own machine.' },
  weak_password: { status: 422 },
  same_password: { status: 422, message: 'Your new password must be different from the old one.' },
  validation_failed: { status: 422, message: 'Please correct the highlighted fields.' },
  idempotency_key_reused: {
    status: 422,
    message:
      'This Idempotency-Key belongs to a request with another body. Send a new request with a new key.',
  },
  headers_too_large: { status: 431, message: 'The request headers are larger than 16 KiB.' },
  rate_limited: { status: 429, message: 'Too many attempts. Try again later.' },
  internal: { status: 500, message: 'Something went wrong on our side. Try again.' },
  unavailable: { status: 503, message: 'The service is busy. Try again in a moment.' },

  // @supabase/auth-js knows these codes by name; they leave only from /auth/v1.
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  bad_jwt: { status: 403, message: 'Invalid JWT' },
  session_not_found: { status: 403 },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  unsupported_grant_type: { status: 400, message: 'unsupported_grant_type' },
  bad_code_verifier: { status: 400 },
  current_password_required: { status: 400, message: 'Enter your current password' },
  current_password_invalid: { status: 400, message: 'The current password is wrong' },
  not_for_reset_link: { status: 403, message: 'A reset link can set a password and nothing else.' },
  reauthentication_needed: { status: 400 },
  reauthentication_not_valid: {
    status: 422,
    message: 'That code didn’t work. Check it, or send a new one.',
  },
  otp_expired: { status: 403, message: 'Email link is invalid or has expired' },
  flow_state_not_found: { status: 404 },
  too_many_passkeys: { status: 422 },
  webauthn_credential_exists: { status: 422, message: 'This key is already registered.' },
  webauthn_challenge_not_found: { status: 400, message: 'This request was already answered. Try again.' },
  webauthn_challenge_expired: { status: 400, message: 'This took too long. Try again.' },
  webauthn_verification_failed: { status: 400, message: 'That passkey didn’t work. Try again.' },
  recovery_codes_by_id: { status: 422 },
  mfa_factor_not_found: { status: 404, message: 'This second step doesn’t exist, or it isn’t yours.' },
  mfa_challenge_not_found: {
    status: 422,
    message: 'This challenge belongs to another sign-in. Start again.',
  },
  mfa_challenge_expired: { status: 422, message: 'This challenge has expired. Start again.' },
  mfa_verification_failed: { status: 422, message: 'That code didn’t work. Try the latest one.' },
  mfa_factor_name_conflict: {
    status: 422,
    message: 'You already have a second step with this name. Choose another name.',
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'You can have up to 10 second steps. Remove one first.',
  },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'You can’t use a phone number as a second step.' },
  mfa_verified_factor_exists: {
    status: 422,
    message: 'You already have recovery codes. Replace them instead.',
  },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    message: 'Remove your recovery codes first. They only work along with another second step.',
  },
  mfa_recovery_codes_locked: {
    status: 429,
    message: 'Too many wrong recovery codes. Try again later.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

// The other codes get their message where they are thrown.
export type CodeWithMessage = {
  [Code in ErrorCode]: (typeof errors)[Code] extends { message: string } ? Code : never;
}[ErrorCode];

export const messageOf = (code: ErrorCode): string | undefined => {
  const entries: Record<ErrorCode, ErrorEntry> = errors;
  return entries[code].message;
};

// Texts of a code that has several, or of a failure that never reached the server.
export const errorTexts = {
  bodyLargerThan: (bytes: number) => `The request body is larger than ${bytes / 1024} KiB.`,
  apiKeyIsNoSession: 'An API key cannot be used here. Sign in to the portal, or run ballast login.',
  malformedJson: 'The request body is not valid JSON.',
  malformedHttp: 'The request is not valid HTTP.',
  wrongLength: 'The request body doesn’t match its Content-Length.',
  unknownField: (allowed: readonly string[]) =>
    `Unknown field. ${allowed.length ? `Allowed: ${allowed.join(', ')}` : 'None is allowed'}.`,
  notAnObject: 'The request body must be a JSON object.',
  sessionNotFound: 'Session from session_id claim in JWT does not exist',
  tooManyCalls: 'Too many requests from your account. Try again in a minute.',
  unreachable: firstWords.unreachable,
} as const;

export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
  nextClaimAt: z.optional(z.string()),
  // The proofs that this account can give.
  methods: z.optional(z.array(z.enum(stepUpMethods))),
});

export type ErrorBody = z.infer<typeof errorBody>;

export const bodyLimitBytes = 64 * 1024;
