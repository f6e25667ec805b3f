// The first steps of a new account, ticked off by what really happened.
import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';

const firstSteps = z.object({
  // Not for an account that has done all, has made calls for longer than a day, or has put them away.
  shown: z.boolean(),
  // They were put away, and would be shown otherwise.
  putAway: z.boolean(),
  steps: z.object({
    emailVerified: z.boolean(),
    sandboxKey: z.boolean(),
    firstCall: z.boolean(),
    testTokens: z.boolean(),
    profile: z.boolean(),
  }),
});

export type FirstSteps = z.infer<typeof firstSteps>;

export const newForHours = 24;

export const getFirstSteps = endpoint('GET', '/users/first-steps', {
  auth: 'verified',
  summary: 'Get which first steps are done, and whether they are shown',
  reply: firstSteps,
});

export const putFirstStepsAway = endpoint('PUT', '/users/first-steps', {
  auth: 'verified',
  summary: 'Dismiss the first steps, or bring them back',
  body: z.strictObject({ putAway: z.boolean('putAway must be true or false') }),
  reply: firstSteps,
});

export const firstStepCalls = [getFirstSteps, putFirstStepsAway];
