// The link of a security mail, for an owner who did not make the change.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { screens } from '../screens.ts';
import { tokenText } from '../text.ts';

export const notMeLinkDays = 7;

export const notMeMessages = {
  linkInvalid:
    'This link is invalid, has expired or was used. If you have used it, your account is secured. Select "Forgot password" on the sign-in page for a new password.',
  addressTaken: 'Your old address now has another account. Write to us and we’ll help.',
} as const;

export const takenBack = ['address', 'provider', 'factor', 'passkey', 'reset'] as const;

export const thisWasNotMe = endpoint('POST', screens['this-was-not-me'].path, {
  stops: true,
  auth: 'public',
  summary: 'Sign out everywhere, undo recent changes and email a link to set a new password',
  body: z.strictObject({ token: tokenText(notMeMessages.linkInvalid) }),
  reply: z.object({
    takenBack: z.array(z.enum(takenBack)),
    // The link to a new password went to this address. It is null for an account that signs in with its provider alone.
    mailedTo: z.nullable(z.string()),
    // The link came to an address that the account left long ago.
    passwordStays: z.optional(z.boolean()),
    // The API keys that were made or changed in the last days. Programs may need them, so they are not taken back.
    keptKeys: z.object({ named: z.array(z.string()), more: z.boolean() }),
  }),
});

export const notMeCalls = [thisWasNotMe];
