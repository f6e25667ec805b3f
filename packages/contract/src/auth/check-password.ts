import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { newPassword } from './auth.ts';

// A form checks a new password before it sends it, so that a common one can still be replaced.
export const checkPassword = endpoint('POST', '/auth/check-password', {
  auth: 'public',
  summary: 'Check if a password is common or has appeared in a data breach',
  body: z.strictObject({ password: newPassword }),
  reply: z.object({ warning: z.nullable(z.string()) }),
});

export const passwordCalls = [checkPassword];
