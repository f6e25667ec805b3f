import { at, evil, samplesOf } from '../../../testing/mail-samples.ts';
import { operatorMails } from './mails.ts';

export const samples = samplesOf(operatorMails, {
  rateLimitDecided: [
    { keyName: evil, approved: false, limit: 3, note: `${evil}\n${evil}` },
    { keyName: evil, approved: true, limit: 20, note: null, until: at, limitAfter: 3 },
  ],
  rateLimitChanged: [{ keyName: evil, limit: 3 }],
  accountSuspended: [{}],
  accountErased: [{}],
  factorResetRequested: [{ dueAt: at }],
  factorsReset: [{}],
});
