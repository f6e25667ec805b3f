import { evil, samplesOf } from '../../../testing/mail-samples.ts';
import { factorMails } from './mails.ts';

export const samples = samplesOf(factorMails, {
  factorAdded: [{ name: evil }],
  recoveryCodesMade: [{}],
  recoveryCodesRemoved: [{}],
  recoveryCodeUsed: [{ left: 1 }, { left: 7 }],
});
