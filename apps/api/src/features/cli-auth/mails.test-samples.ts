import { at, evil, samplesOf } from '../../../testing/mail-samples.ts';
import { cliMails } from './mails.ts';

export const samples = samplesOf(cliMails, {
  cliAuthorized: [
    { deviceName: evil, address: evil },
    { deviceName: evil, address: evil, scopes: ['read'] },
  ],
  cliTokenCreated: [{ name: evil, scopes: ['read', 'keys:production'], expiresAt: at }],
  cliTokensExpire: [
    { count: 3, tokens: [{ name: evil, expiresAt: at }] },
    { count: 1, tokens: [{ name: evil, expiresAt: at }] },
  ],
});
