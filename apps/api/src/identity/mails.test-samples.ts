import { at, evil, id, keys, samplesOf } from '../../testing/mail-samples.ts';
import { accountMails } from './mails.ts';

export const samples = samplesOf(accountMails, {
  accountLeaving: [{ tokenId: id, deletesAt: at }],
  accountDeleted: [{}],
  passwordRemoved: [{ provider: 'github', keys }],
  providerDisconnected: [
    { provider: 'google', address: evil },
    { provider: 'github', address: evil, byReset: true },
  ],
  newBrowser: [{}],
  factorRemoved: [{ name: evil }],
  passkeyRemoved: [{ name: evil }],
  authenticatorCopied: [{ name: evil }],
  codesGuessed: [{}],
  mailedCodesGuessed: [{}],
});
