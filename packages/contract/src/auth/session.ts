// The session as @supabase/auth-js reads it, and the calls that the library makes.
import * as z from 'zod/mini';
import { libraryEndpoint } from '../http/endpoint.ts';
import type { ErrorCode } from '../http/errors.ts';
import { oneOf, textUpTo } from '../http/field.ts';
import { tokenText } from '../text.ts';
import { factorStatuses, factorTypes } from './second-factors.ts';

export const accessTokenSeconds = 3600;

// The library's names for some of our codes.
export const sessionLibraryCodes = {
  rate_limited: 'over_request_rate_limit',
  malformed_request: 'bad_json',
  internal: 'unexpected_failure',
  email_not_verified: 'email_not_confirmed',
  not_found: 'validation_failed',
  recovery_codes_by_id: 'validation_failed',
  mfa_challenge_not_found: 'mfa_factor_not_found',
} as const satisfies Partial<Record<ErrorCode, string>>;

export const sessionLibraryStatuses = { validation_failed: 400 } as const satisfies Partial<
  Record<ErrorCode, number>
>;

const time = z.string();

const identity = z.object({
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
  provider: z.string(),
  email: z.optional(z.string()),
  last_sign_in_at: z.optional(time),
  created_at: time,
  updated_at: time,
});

const factor = z.object({
  id: z.string(),
  factor_type: z.enum(factorTypes),
  status: z.enum(factorStatuses),
  friendly_name: z.optional(z.string()),
  created_at: time,
  updated_at: time,
  last_challenged_at: z.optional(time),
});

export const sessionUser = z.object({
  id: z.string(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: z.optional(time),
  confirmed_at: z.optional(time),
  last_sign_in_at: z.optional(time),
  app_metadata: z.object({ provider: z.string(), providers: z.array(z.string()) }),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(identity),
  factors: z.array(factor),
  created_at: time,
  updated_at: time,
  is_anonymous: z.literal(false),
});

export type SessionUser = z.infer<typeof sessionUser>;

const access = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
});

export type Access = z.infer<typeof access>;

export const session = z.extend(access, { refresh_token: z.string(), user: sessionUser });

export type Session = z.infer<typeof session>;

// The library sends more than we read (captcha, metadata), so these bodies are open.
const text = (name: string, max: number) => z.optional(textUpTo(name, max));
const credentials = { email: text('email', 254), password: text('password', 128) };
// PKCE (RFC 7636). The method `plain` is refused: the library uses it only on pages without cryptography. Both are null in the
// implicit flow.
const challenge = {
  code_challenge: z.nullish(
    z
      .string('code_challenge must be text')
      .check(
        z.regex(/^([\w.~-]{43,128})?$/, 'code_challenge must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~'),
      ),
  ),
  code_challenge_method: z.nullish(oneOf('code_challenge_method', ['s256', 'S256'])),
};
const redirect = z.looseObject({ redirect_to: text('redirect_to', 2048) });
const nothing = z.object({});

const token = z.looseObject({
  ...credentials,
  refresh_token: z.optional(tokenText('refresh_token is required')),
  auth_code: z.optional(tokenText('auth_code is required')),
  code_verifier: text('code_verifier', 128),
});

export const issueToken = libraryEndpoint('POST', '/token', {
  auth: 'public',
  summary: 'Get a session for a password, a refresh token or an emailed code',
  query: z.looseObject({ grant_type: z.string('grant_type is required') }),
  body: token,
  reply: session,
});

export const getSessionUser = libraryEndpoint('GET', '/user', {
  leadsToStop: true,
  auth: 'any-session',
  beforeSecondFactor: true,
  summary: 'Get the user of the session',
  reply: sessionUser,
});

export const updateSessionUser = libraryEndpoint('PUT', '/user', {
  leadsToStop: true,
  auth: 'verified-or-reset',
  fresh: 'credentials',
  summary: 'Change the password or the email of the user, or confirm their identity',
  query: redirect,
  // The current password and a mailed code are proofs, with a change or alone.
  body: z.looseObject({
    ...credentials,
    current_password: text('current_password', 128),
    nonce: text('nonce', 32),
  }),
  // A proof counts only for the access token of this answer. The refresh token stays.
  reply: z.extend(sessionUser, { session: z.optional(access) }),
});

export const reauthenticate = libraryEndpoint('GET', '/reauthenticate', {
  leadsToStop: true,
  auth: 'verified',
  summary: 'Email a code that confirms who is signed in',
  reply: nothing,
});

export const signUpByLibrary = libraryEndpoint('POST', '/signup', {
  auth: 'public',
  summary: 'Create an account with email and password',
  query: redirect,
  body: z.looseObject({
    ...credentials,
    ...challenge,
    data: z.optional(z.record(z.string(), z.unknown(), 'data must be an object')),
  }),
  reply: sessionUser,
});

export const recover = libraryEndpoint('POST', '/recover', {
  auth: 'public',
  summary: 'Email a link to set a new password',
  query: redirect,
  body: z.looseObject({ email: text('email', 254), ...challenge }),
  reply: nothing,
});

export const resend = libraryEndpoint('POST', '/resend', {
  auth: 'public',
  summary: 'Send the verification link again',
  query: redirect,
  body: z.looseObject({
    email: text('email', 254),
    type: oneOf('type', ['signup', 'email_change']),
    ...challenge,
  }),
  reply: nothing,
});

export const verifyToken = libraryEndpoint('POST', '/verify', {
  auth: 'public',
  takesSession: true,
  summary: 'Get a session for the token of an emailed link, or confirm a new address',
  query: redirect,
  body: z.looseObject({
    type: oneOf('type', ['signup', 'email', 'recovery', 'email_change', 'magiclink', 'invite']),
    token_hash: z.optional(tokenText('token_hash is required')),
    token: z.optional(tokenText('token is required')),
    email: text('email', 254),
  }),
  // A new address gives no session: the library expects the bare user for a link that only confirms.
  reply: z.union([session, sessionUser]),
});

export const endSession = libraryEndpoint('POST', '/logout', {
  stops: true,
  endsSession: true,
  beforeSecondFactor: true,
  auth: 'any-session',
  spentSession: true,
  summary: 'End this session, the others, or all of them',
  status: 204,
  query: z.looseObject({
    scope: z._default(oneOf('scope', ['global', 'local', 'others']), 'global'),
  }),
  reply: z.void(),
});

export const getSigningKeys = libraryEndpoint('GET', '/.well-known/jwks.json', {
  auth: 'public',
  summary: 'List the public keys that sign access tokens',
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});

export const sessionCalls = [
  issueToken,
  getSessionUser,
  updateSessionUser,
  reauthenticate,
  signUpByLibrary,
  recover,
  resend,
  verifyToken,
  endSession,
  getSigningKeys,
];
