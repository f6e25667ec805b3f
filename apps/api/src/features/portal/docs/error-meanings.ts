// What each error code means to whoever meets it, and what helps. A code whose message is always the same needs no word here.
import type { CodeWithMessage, ErrorCode } from '@ballast/contract/http/errors';

type Meanings = Record<Exclude<ErrorCode, CodeWithMessage>, string> &
  Partial<Record<CodeWithMessage, string>>;

export const errorMeanings: Meanings = {
  malformed_request: 'The request is no valid HTTP or JSON. The message says what is wrong with it.',
  invalid_credentials: 'The address or the password is wrong.',
  link_invalid: 'The link was used, has expired, or is not whole. Ask for a new one.',
  state_invalid: 'The answer of GitHub or Google belongs to no sign-in that this browser began. Begin again.',
  provider_refused: 'GitHub or Google refused the sign-in, or you cancelled it.',
  key_unknown: 'No such API key. Check that it was copied whole, and that it belongs to this portal.',
  key_revoked: 'The key was rotated or deleted. Use its new value, or another key.',
  key_expired: 'The time of the key is over. Give it more in the portal, or use another key.',
  signature_invalid: 'A report of leaked keys is not signed by a service that the portal knows.',
  wrong_account: 'The link belongs to another account than the one that is signed in.',
  proof_needed: 'Show first that the account is yours: the message says how.',
  account_suspended: 'The account is suspended. Its owner can write to support.',
  account_leaving: 'The account is about to be deleted. The link in the mail keeps it.',
  provider_email_unverified: 'GitHub or Google has not verified your address. Verify it there first.',
  profile_incomplete: 'Complete your profile in Settings first.',
  production_keys_off: 'This portal has no production keys.',
  only_for_sandbox: 'The call needs a sandbox key.',
  address_not_allowed: 'The key is restricted to networks, and the request came from elsewhere.',
  scope_missing: 'The key or token lacks the scope that this needs. The message names it.',
  conflict: 'It exists already, such as a key of the same name.',
  cli_request_used: 'The request of the command line was answered already. Run ballast login again.',
  cli_request_expired: 'The request of the command line has expired. Run ballast login again.',
  same_password: 'The account has, or had, this password. Choose another.',
  weak_password: 'Everybody guesses this password first. Choose another.',
  validation_failed: 'Each entry of fields names a field and says what is wrong with it.',
  rate_limited: 'Too many requests. Retry-After says in how many seconds the next one may pass.',
  internal: 'Our fault. It is safe to send a GET again. The header x-request-id helps support to find it.',
  unavailable: 'The portal is busy or restarting. Send the request again in a moment.',
  session_not_found: 'The session has ended. Sign in again.',
  bad_code_verifier: 'The verifier does not belong to the challenge that the sign-in began with.',
  reauthentication_needed: 'Confirm that it is you first.',
  flow_state_not_found: 'The sign-in was finished already, or never begun here.',
  too_many_passkeys: 'The account has as many passkeys as it can have. Remove one first.',
  recovery_codes_by_id: 'Recovery codes are removed by their own call.',
};
