// Reports of keys found in public: by a scanning service, in the form of GitHub's secret scanning, or by a finder.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { requiredText } from '../text.ts';

export const leakLimits = { reportBytes: 1024 * 1024, tokens: 1000, key: 200 } as const;

// The owner is always informed. The value stays, is replaced with a day of grace, or its key is revoked.
export const leakPolicies = ['notify', 'rotate', 'revoke'] as const;
export type LeakPolicy = (typeof leakPolicies)[number];

export const leakMessages = {
  unsigned: 'A report needs the signature of a service that this portal knows.',
  notTaken: 'This portal knows no service whose reports it could take.',
  malformed: `A report must be a JSON array of at most ${leakLimits.tokens} objects, each with a token and a type`,
  keyRequired: 'Please enter the key you found',
  thanks: 'Thank you. If it’s one of our keys, we’ll tell its owner.',
} as const;

const optionalWords = z.catch(z.string(), '');

export const reportedTokens = z
  .array(z.object({ token: z.string(), type: z.string(), url: optionalWords, source: optionalWords }))
  .check(z.maxLength(leakLimits.tokens));

export const reportLeaks = endpoint('POST', '/leak-reports', {
  root: 'gateway',
  stops: true,
  auth: 'public',
  keepsSession: true,
  summary:
    'Report leaked API keys: a JSON array of { token, type, url, source }, signed like GitHub secret scanning',
  rawBody: { limitBytes: leakLimits.reportBytes },
  reply: z.array(
    z.object({
      token_hash: z.string(),
      token_type: z.string(),
      label: z.enum(['true_positive', 'false_positive']),
    }),
  ),
});

export const reportKey = endpoint('POST', '/key-leaks', {
  stops: true,
  auth: 'public',
  summary: 'Report an API key you found; the response is the same whether it exists or not',
  status: 202,
  body: z.strictObject({
    key: requiredText({ label: 'Key', required: leakMessages.keyRequired, max: leakLimits.key }),
  }),
  reply: z.object({ message: z.string() }),
});

export const leakCalls = [reportKey, reportLeaks];
