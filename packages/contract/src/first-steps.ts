// What a new account has done of the first five minutes. The portal ticks it off by what really happened.
import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';

const firstSteps = z.object({
  // An account that has done all of them, has made calls for longer than a day, or has put them away is not greeted.
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

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/users/first-steps',
  auth: 'verified',
  summary: 'What a new account has done of its first steps, and whether they are shown',
  reply: firstSteps,
});

export const putFirstStepsAway = endpoint({
  method: 'PUT',
  path: '/users/first-steps',
  auth: 'verified',
  summary: 'Put the first steps away, or bring them back',
  body: z.strictObject({ putAway: z.boolean('putAway must be true or false') }),
  reply: firstSteps,
});

export const firstStepCalls = [getFirstSteps, putFirstStepsAway];
