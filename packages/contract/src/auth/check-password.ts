import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { newPassword } from './auth.ts';

// A form asks before it sends a new password, so that whoever chose a common one can still choose another.
export const checkPassword = endpoint({
  method: 'POST',
  path: '/auth/check-password',
  auth: 'public',
  summary: 'Say whether a new password is common or has appeared in a data breach',
  body: z.strictObject({ password: newPassword }),
  reply: z.object({ warning: z.nullable(z.string()) }),
});

export const passwordCalls = [checkPassword];
