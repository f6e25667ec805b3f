// Mails about an account that several features cause.
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { hadThisAddress, ifNotYou } from '../email/layout.ts';
import { keepAccountLink } from '../email/links.ts';
import { mail, newsMail } from '../email/mail-kinds.ts';
import { listKeysToReview, type NamedKeys, quotedName } from '../email/named-keys.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const keep = 'Keep My Account';

const accountLeaving = mail<{ tokenId: string; deletesAt: string }>(
  'account-leaving',
  (letter, { tokenId, deletesAt }, maker) => ({
    subject: `Your ${letter.brandName} account will be deleted`,
    paragraphs: [
      `We’ll delete your account and all its data on ${day.format(new Date(deletesAt))}. Your API keys no longer work, and every browser and device was signed out.`,
      'Changed your mind? Keep your account, and your API keys work again, except old keys from before a rotation.',
    ],
    action: { label: keep, url: keepAccountLink(maker, tokenId) },
    footer: `The link "${keep}" works until the account is deleted. ${ifNotYou(letter, 'Your account stays.')}`,
  }),
);

const accountDeleted = mail('account-deleted', (letter) => ({
  subject: `Your ${letter.brandName} account was deleted`,
  paragraphs: ['Your account and all its data have been deleted, as you requested.'],
  footer: ifNotYou(letter),
  why: hadThisAddress(letter.brandName),
}));

const passwordRemoved = mail<{ provider: Provider; keys?: NamedKeys }>(
  'password-removed',
  (letter, { provider, keys }, { config }) => ({
    subject: `Your ${letter.brandName} password was removed`,
    paragraphs: [
      `You signed in with ${providerName[provider]}. Your account had a password that we couldn’t confirm was yours, so we removed it and signed out every other browser and device.`,
      ...listKeysToReview(keys),
      'Review your API keys. To set a password again, select "Forgot password" on the sign-in page.',
    ],
    action: { label: 'Review API Keys', url: `${config.publicUrl}/dashboard` },
    footer: ifNotYou(letter),
  }),
);

const providerDisconnected = mail<{ provider: Provider; address: string; byReset?: boolean }>(
  'provider-disconnected',
  (letter, { provider, address, byReset }) => {
    const name = providerName[provider];
    const why = byReset
      ? `Your password was reset, so we disconnected ${name}. To use it again, sign in with your new password and connect it in Settings.`
      : `You can’t use ${name} to sign in anymore. Requested from ${address}.`;
    return {
      subject: `${name} was disconnected from your ${letter.brandName} account`,
      paragraphs: [why],
      footer: ifNotYou(letter, `Then sign in and connect ${name} again.`),
    };
  },
);

type Named = { name: string };

export const accountMails = {
  accountLeaving,
  accountDeleted,
  passwordRemoved,
  providerDisconnected,
  newBrowser: newsMail('new-browser', (account) => ({
    subject: `New sign-in to ${account}`,
    text: 'We noticed a sign-in from a new browser.',
  })),
  factorRemoved: newsMail<Named>('factor-removed', (account, { name }) => ({
    subject: `A second step was removed from ${account}`,
    text: `${quotedName(name)} is no longer required when you sign in.`,
  })),
  passkeyRemoved: newsMail<Named>('passkey-removed', (account, { name }) => ({
    subject: `A passkey was removed from ${account}`,
    text: `You can’t sign in with ${quotedName(name)} anymore.`,
  })),
  authenticatorCopied: newsMail<Named>('authenticator-copied', (account, { name }) => ({
    subject: `A key of ${account} may have been copied`,
    text: `We rejected ${quotedName(name)} because it counted fewer uses than before. That happens when someone has a copy of it. Remove it if you don’t know why.`,
  })),
  codesGuessed: newsMail('codes-guessed', (account) => ({
    subject: `Failed sign-in attempts on ${account}`,
    text: 'Someone who got past your first step entered several wrong codes. We’ve paused code sign-in for an hour.',
  })),
  mailedCodesGuessed: newsMail('mailed-codes-guessed', (account) => ({
    subject: `Failed confirmation codes on ${account}`,
    text: 'Someone who is signed in to your account entered several wrong codes. We’ve paused codes for up to a day.',
  })),
};
