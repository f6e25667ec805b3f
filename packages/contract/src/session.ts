// The session as @supabase/auth-js reads it, and the calls that library makes.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { tokenText } from './text.ts';

export const accessTokenSeconds = 3600;

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
  factor_type: z.enum(['totp', 'phone']),
  status: z.enum(['verified', 'unverified']),
  created_at: time,
  updated_at: time,
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

export const session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  user: sessionUser,
});

export type Session = z.infer<typeof session>;

// The library sends more than we read (captcha and PKCE fields), so these bodies are open.
const token = z.looseObject({
  email: z.optional(z.string().check(z.maxLength(254))),
  password: z.optional(z.string().check(z.maxLength(128))),
  refresh_token: z.optional(tokenText('refresh_token is required')),
});

export const issueToken = endpoint({
  method: 'POST',
  path: '/auth/v1/token',
  auth: 'public',
  summary: 'A session for a password or a refresh token',
  query: z.looseObject({ grant_type: z.string('grant_type is required') }),
  body: token,
  reply: session,
});

export const getSessionUser = endpoint({
  method: 'GET',
  path: '/auth/v1/user',
  auth: 'signed-in',
  summary: 'The user of the session',
  reply: sessionUser,
});

export const endSession = endpoint({
  method: 'POST',
  path: '/auth/v1/logout',
  auth: 'signed-in',
  summary: 'End this session, the others, or all of them',
  status: 204,
  query: z.looseObject({
    scope: z._default(
      z.enum(['global', 'local', 'others'], 'scope must be global, local or others'),
      'global',
    ),
  }),
  reply: z.void(),
});

export const getSigningKeys = endpoint({
  method: 'GET',
  path: '/auth/v1/.well-known/jwks.json',
  auth: 'public',
  summary: 'The public keys that access tokens are signed with',
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});
