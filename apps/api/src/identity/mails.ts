// Mails about an account that several features cause.
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { hadThisAddress, ifNotYou, layOut } from '../email/layout.ts';
import { keepAccountLink } from '../email/links.ts';
import { mail, newsMail } from '../email/mail-kinds.ts';
import { listKeysToReview, type NamedKeys, quotedName } from '../email/named-keys.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const keep = 'Keep My Account';

const accountLeaving = mail<{ tokenId: string; deletesAt: string }>(
  'account-leaving',
  (letter, { tokenId, deletesAt }, maker) =>
    layOut({
      letter,
      subject: `Your ${letter.brandName} account will be deleted`,
      paragraphs: [
        `Your account and all that belongs to it will be deleted on ${day.format(new Date(deletesAt))}. Its API keys no longer work, and every browser and command line was signed out.`,
        'If you change your mind, keep it: the API keys then work again. Old values of rotated keys do not.',
      ],
      action: { label: keep, url: keepAccountLink(maker, tokenId) },
      footer: `The link "${keep}" works until the account is deleted. ${ifNotYou(letter, 'The account then stays.')}`,
    }),
);

const accountDeleted = mail('account-deleted', (letter) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} account was deleted`,
    paragraphs: ['All that belonged to it is gone, as you asked a week ago.'],
    footer: ifNotYou(letter),
    why: hadThisAddress(letter.brandName),
  }),
);

const passwordRemoved = mail<{ provider: Provider; keys?: NamedKeys }>(
  'password-removed',
  (letter, { provider, keys }, { config }) =>
    layOut({
      letter,
      subject: `Your ${letter.brandName} password was removed`,
      paragraphs: [
        `You signed in with ${providerName[provider]}. The account had a password, and we have never seen that it was you who chose it. So it was removed, and every other browser and the command line on every device were signed out.`,
        ...listKeysToReview(keys),
        'Look through the API keys of the account. To have a password again, select "Forgot password" on the sign-in page.',
      ],
      action: { label: 'Review API Keys', url: `${config.publicUrl}/dashboard` },
      footer: ifNotYou(letter),
    }),
);

const providerDisconnected = mail<{ provider: Provider; address: string }>(
  'provider-disconnected',
  (letter, { provider, address }) => {
    const name = providerName[provider];
    return layOut({
      letter,
      subject: `${name} was disconnected from your ${letter.brandName} account`,
      paragraphs: [`Somebody at ${address} disconnected ${name}. It no longer signs in to your account.`],
      footer: ifNotYou(letter, `Then sign in and connect ${name} again.`),
    });
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
    text: 'Somebody signed in to your account in a new browser, or in one that had not signed in since the password was changed or the account was secured.',
  })),
  factorRemoved: newsMail<Named>('factor-removed', (account, { name }) => ({
    subject: `A second factor was removed from ${account}`,
    text: `${quotedName(name)} is no longer asked for when somebody signs in to your account.`,
  })),
  passkeyRemoved: newsMail<Named>('passkey-removed', (account, { name }) => ({
    subject: `A passkey was removed from ${account}`,
    text: `${quotedName(name)} no longer signs in to your account.`,
  })),
  authenticatorCopied: newsMail<Named>('authenticator-copied', (account, { name }) => ({
    subject: `A key of ${account} may have been copied`,
    text: `${quotedName(name)} was refused, because it counted fewer uses than before. That happens when somebody has a copy of it. Remove it if you do not know why.`,
  })),
  codesGuessed: newsMail('codes-guessed', (account) => ({
    subject: `Somebody is guessing at the second factor of ${account}`,
    text: 'They got past the first step of signing in, and many codes were wrong. Codes are refused for an hour.',
  })),
  mailedCodesGuessed: newsMail('mailed-codes-guessed', (account) => ({
    subject: `Somebody is guessing at the confirmation codes of ${account}`,
    text: 'They are signed in to it, and many codes were wrong. We refuse further codes for up to a day.',
  })),
};
