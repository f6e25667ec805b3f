import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { oneOf } from '../http/field.ts';
import { user } from '../profile.ts';
import { tokenText } from '../text.ts';
import { providerMessages } from './provider-messages.ts';
import { providers } from './providers.ts';
import { session } from './session.ts';

const provider = oneOf('provider', providers);

export const startProvider = endpoint('POST', '/auth/oauth/init', {
  auth: 'public',
  summary: 'Start signing in with GitHub or Google',
  body: z.strictObject({
    provider,
    // The origin plus /auth/callback; its redirect_to and from come back with the callback's answer.
    redirectUrl: z
      .url('redirectUrl must be an address')
      .check(z.maxLength(2048, 'redirectUrl must be at most 2048 characters')),
  }),
  reply: z.object({ authUrl: z.string() }),
});

export const linkProvider = endpoint('POST', '/auth/oauth/link', {
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'Start connecting GitHub or Google to the signed-in account',
  body: z.strictObject({ provider }),
  reply: z.object({ authUrl: z.string() }),
});

const signedIn = z.object({ user, session });

export const finishProvider = endpoint('POST', '/auth/oauth/callback', {
  auth: 'public',
  summary: 'Exchange a code from GitHub or Google',
  body: z.strictObject({
    code: tokenText(providerMessages.nothingReceived),
    state: tokenText('state is required'),
    provider,
  }),
  // Linking keeps the session, so there is no new one.
  reply: z.object({
    user,
    session: z.nullable(session),
    redirectTo: z.nullable(z.literal('settings')),
    from: z.nullable(z.string()),
  }),
});

export const verifyProvider = endpoint('POST', '/auth/oauth/verify', {
  auth: 'public',
  summary: 'Check the tokens of a provider sign-in',
  body: z.strictObject({
    access_token: tokenText(providerMessages.nothingReceived),
    refresh_token: tokenText(providerMessages.nothingReceived),
    provider,
  }),
  reply: signedIn,
});

export const disconnectProvider = endpoint('POST', '/auth/oauth/disconnect', {
  stops: true,
  auth: 'verified',
  fresh: 'always',
  summary: 'Disconnect GitHub or Google from the account',
  body: z.strictObject({ provider }),
  reply: z.object({ message: z.string(), user }),
});

export const listConnections = endpoint('GET', '/auth/oauth/connections', {
  leadsToStop: true,
  auth: 'verified',
  summary: 'List connected GitHub and Google accounts',
  reply: z.array(
    z.object({
      provider,
      username: z.nullable(z.string()),
      email: z.string(),
      primary: z.boolean(),
      connectedAt: z.string(),
    }),
  ),
});

export const providerCalls = [
  startProvider,
  linkProvider,
  finishProvider,
  verifyProvider,
  disconnectProvider,
  listConnections,
];
