import { evil, id, keys, samplesOf } from '../../../testing/mail-samples.ts';
import { authMails } from './mails.ts';

const portalPage = 'http://portal.localhost/callback?a=1&b="><script>';
const owner = { id, email: 'mara@northwind.dev', fullName: evil, authMethod: 'EMAIL' as const };
const reset = { owner, sessionId: id };

export const samples = samplesOf(authMails, {
  verifyEmail: [
    { tokenId: id, address: evil },
    { tokenId: id, address: evil, linkTo: portalPage },
  ],
  accountExists: [{}],
  resetPassword: [{ ...reset, unchosen: true }, { ...reset, keptKeys: keys }, reset],
  resetPasswordCode: [{ tokenId: id, linkTo: portalPage }],
  passwordChanged: [{ keys }],
  mailedCode: [{ codeId: id }],
  changeEmail: [{ tokenId: id }],
  emailChangeRequested: [{ newEmail: evil }],
  emailChanged: [{ newEmail: evil }],
  emailInUse: [{}],
  accountKept: [{}],
  passkeyAdded: [{ name: evil }],
});
