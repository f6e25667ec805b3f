import { id, samplesOf } from '../../../testing/mail-samples.ts';
import { webhookMails } from './mails.ts';

const facts = { id, url: 'https://hooks.example.com/ballast?token=secret' };

export const samples = samplesOf(webhookMails, {
  webhookDisabled: [
    { ...facts, reason: 'failing' },
    { ...facts, reason: 'gone' },
  ],
  deliveryUsedUp: [facts],
});
