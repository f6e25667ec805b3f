import { evil, samplesOf } from '../../../testing/mail-samples.ts';
import { providerConnected } from './mails.ts';

export const samples = samplesOf(
  { providerConnected },
  { providerConnected: [{ provider: 'github', account: evil, address: evil }] },
);
