import { evil, samplesOf } from '../../../testing/mail-samples.ts';
import { rateLimitDecided } from './mails.ts';

export const samples = samplesOf(
  { rateLimitDecided },
  { rateLimitDecided: [{ keyName: evil, approved: false, limit: 3, note: `${evil}\n${evil}` }] },
);
