// One sentence of news about an account's safety: each has its subject and says what it means.

import type { news } from '../email.ts';
import { hadThisAddress, ifNotYou, type Letter, layOut, timeText } from '../layout.ts';
import type { NamedKeys } from '../named-keys.ts';
import { quotedKeys, quotedName } from '../quoted-names.ts';

type News = { news: (typeof news)[number]; name?: string; left?: number; keys?: NamedKeys; until?: string };
type Words = { subject: string; text: string };

const noKeys: NamedKeys = { named: [], more: false };

const quoted = (name = '') => (name ? quotedName(name) : 'It');

const wordsOf = (
  account: string,
  { name, left = 0, keys = noKeys, until }: News,
): Record<News['news'], Words> => ({
  'new-browser': {
    subject: `New sign-in to ${account}`,
    text: 'Somebody signed in to your account in a new browser, or in one that had not signed in since the password was changed or the account was secured.',
  },
  'production-key-rotated': {
    subject: `A production key was rotated on ${account}`,
    text: `The key ${quoted(name)} has a new value. ${until ? `The old one works until ${timeText(new Date(until))}, unless you stop it before.` : 'The old one no longer works.'}`,
  },
  'production-key-deleted': {
    subject: `A production key was deleted on ${account}`,
    text: `The key ${quoted(name)} no longer works.`,
  },
  'production-key-loosened': {
    subject: `A production key may do more on ${account}`,
    text: `The key ${quoted(name)} is restricted less than before: it lives longer, has more scopes, or may be used from more addresses.`,
  },
  'production-keys-deleted': {
    subject: `Several production keys were deleted on ${account}`,
    text: `These keys no longer work: ${quotedKeys(keys)}.`,
  },
  'production-key-grace-ended': {
    subject: `The old value of a production key was stopped on ${account}`,
    text: `The key ${quoted(name)} works with its new value alone.`,
  },
  'email-in-use': {
    subject: `${account.replace(/^y/, 'Y')} uses this address`,
    text: 'You confirmed this address. From now on all mails about your account come to it.',
  },
  'factor-added': {
    subject: `A second factor was added to ${account}`,
    text: `${quoted(name)} is asked for when somebody signs in to your account.`,
  },
  'factor-removed': {
    subject: `A second factor was removed from ${account}`,
    text: `${quoted(name)} is no longer asked for when somebody signs in to your account.`,
  },
  'recovery-codes-made': {
    subject: `New recovery codes were made for ${account}`,
    text: 'Each of them stands in for a second factor once. Older ones no longer work.',
  },
  'recovery-codes-removed': {
    subject: `The recovery codes of ${account} were removed`,
    text: 'None of them works any longer.',
  },
  'recovery-code-used': {
    subject: `A recovery code was used on ${account}`,
    text: `It stood in for a second factor and does not work again. ${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left.`,
  },
  'passkey-added': {
    subject: `A passkey was added to ${account}`,
    text: `${quoted(name)} signs in to your account, without a password.`,
  },
  'passkey-removed': {
    subject: `A passkey was removed from ${account}`,
    text: `${quoted(name)} no longer signs in to your account.`,
  },
  'authenticator-copied': {
    subject: `A key of ${account} may have been copied`,
    text: `${quoted(name)} was refused, because it counted fewer uses than before. That happens when somebody has a copy of it. Remove it if you do not know why.`,
  },
  'account-kept': {
    subject: `${account.replace(/^y/, 'Y')} stays`,
    text: 'It will not be deleted, and its API keys work again. Old values of rotated keys do not.',
  },
  'account-deleted': {
    subject: `${account.replace(/^y/, 'Y')} was deleted`,
    text: 'All that belonged to it is gone, as you asked a week ago.',
  },
  'codes-guessed': {
    subject: `Somebody is guessing at the second factor of ${account}`,
    text: 'They got past the first step of signing in, and many codes were wrong. Codes are refused for an hour.',
  },
  'mailed-codes-guessed': {
    subject: `Somebody is guessing at the confirmation codes of ${account}`,
    text: 'They are signed in to it, and many codes were wrong. We refuse further codes for up to a day.',
  },
});

export const securityNewsMail = (letter: Letter, job: News) => {
  const { subject, text } = wordsOf(`your ${letter.brandName} account`, job)[job.news];
  return layOut({
    letter,
    subject,
    paragraphs: [text],
    ...(job.news === 'account-deleted' ? { why: hadThisAddress(letter.brandName) } : {}),
    footer: `${letter.origin ? 'If this was you, nothing is left to do. ' : ''}${ifNotYou(letter)}`,
  });
};
