// Mails with a link or a code, and mails about the address and the password.
import { authLimits } from '@ballast/contract/auth/auth';
import { mailedCodeLimits } from '@ballast/contract/auth/second-factors';
import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import { hadThisAddress, ifNotYou, type Letter } from '../../email/layout.ts';
import { changeEmailLink, codeLink, type LinkOwner, resetLink, verifyLink } from '../../email/links.ts';
import { mail, newsMail } from '../../email/mail-kinds.ts';
import { listKeysToReview, type NamedKeys, quotedKeys, quotedName } from '../../email/named-keys.ts';
import { makeCode } from '../../secrets/code-text.ts';

// linkTo is the page that a client of the session library asked for; the code is exchanged there.
type CodeLink = { tokenId: string; linkTo: string };

const verifyEmail = mail<{ tokenId: string; linkTo?: string; address: string }>(
  'verify-email',
  (letter, { tokenId, linkTo, address }, maker) => ({
    subject: `Verify your email for ${letter.brandName}`,
    paragraphs: [`Confirm your email to finish creating your ${letter.brandName} account.`],
    action: {
      label: 'Verify Email',
      url: linkTo ? codeLink(maker, 'verify-email', tokenId, linkTo) : verifyLink(maker, tokenId),
    },
    footer: `The link works for ${authLimits.verificationLinkHours} hours. Requested from ${address}. Didn’t sign up? Ignore this email; your address won’t be used.`,
    why: `You’re receiving this because someone signed up for ${letter.brandName} with this email address.`,
  }),
  { toStranger: true },
);

const accountExists = mail('account-exists', (letter, _, { config }) => ({
  subject: `You already have a ${letter.brandName} account`,
  paragraphs: [
    `Someone, probably you, tried to create a ${letter.brandName} account with this email. You already have one, so nothing has changed.`,
  ],
  action: { label: 'Sign In', url: `${config.publicUrl}/auth` },
  footer: 'Wasn’t you? You don’t need to do anything. Nobody learned that your account exists.',
}));

const resetWords = (brandName: string) => ({
  subject: `Reset your ${brandName} password`,
  label: 'Reset Password',
});
const choiceWords = (brandName: string) => ({
  subject: `Choose your ${brandName} password`,
  label: 'Choose Password',
});

const resetContent = (
  letter: Letter,
  paragraphs: string[],
  url: string,
  isOwnRequest = false,
  { subject, label } = resetWords(letter.brandName),
) => ({
  subject,
  paragraphs,
  action: { label, url },
  footer: `The link works once, for ${authLimits.resetLinkHours} hour. ${
    isOwnRequest
      ? 'Didn’t ask for it? Ignore this email. Your password stays the same.'
      : 'Need another one? Select "Forgot password" on the sign-in page.'
  }`,
});

const requested = ['Someone, probably you, asked to reset your password.'];

const securedText = (keys: NamedKeys) => [
  'You told us that you didn’t make a change to your account. We signed out every browser and device, and your old password no longer works. Set a new one.',
  ...(keys.named.length
    ? [
        `These API keys were created or changed in the last ${notMeLinkDays} days and still work: ${quotedKeys(keys)}. Delete the ones you don’t recognize.`,
      ]
    : []),
];

// Without a reason, somebody asked for the link. The keys are there when the owner selected "This wasn't me".
type ResetLink = { owner: LinkOwner; sessionId: string; unchosen?: true; keptKeys?: NamedKeys };

const resetPassword = mail<ResetLink>(
  'reset-password',
  async (letter, { owner, sessionId, unchosen, keptKeys }, maker) => {
    const url = await resetLink(maker, owner, sessionId);
    if (keptKeys) return resetContent(letter, securedText(keptKeys), url);
    if (!unchosen) return resetContent(letter, requested, url, true);
    const text =
      'Your email is verified. Someone signed up with it more than once, so no password has been set yet. Choose yours.';
    return resetContent(letter, [text], url, false, choiceWords(letter.brandName));
  },
);

const resetPasswordCode = mail<CodeLink>('reset-password-code', (letter, { tokenId, linkTo }, maker) =>
  resetContent(letter, requested, codeLink(maker, 'recovery', tokenId, linkTo), true),
);

const passwordChanged = mail<{ keys?: NamedKeys }>('password-changed', (letter, { keys }) => ({
  subject: `Your ${letter.brandName} password was changed`,
  paragraphs: [
    'Your password was changed. We signed out every other browser and device.',
    ...listKeysToReview(keys),
  ],
  footer: ifNotYou(letter),
}));

const mailedCode = mail<{ codeId: string }>('mailed-code', (letter, { codeId }, { tokenPepper }) => ({
  subject: `Your ${letter.brandName} confirmation code`,
  paragraphs: ['Enter this code to confirm it’s you:'],
  code: makeCode(tokenPepper, codeId),
  footer: `The code works once, for ${mailedCodeLimits.minutes} minutes. Didn’t ask for it? Someone is signed in to your account. Sign out all other sessions in Settings.`,
}));

const changeEmail = mail<{ tokenId: string }>(
  'change-email',
  (letter, { tokenId }, maker) => ({
    subject: `Confirm your new email for ${letter.brandName}`,
    paragraphs: [
      `Confirm this email to use it for your ${letter.brandName} account. You’ll need to be signed in, or enter your password.`,
    ],
    action: { label: 'Confirm Email', url: changeEmailLink(maker, tokenId) },
    footer: `The link works for ${authLimits.verificationLinkHours} hours. Didn’t ask for it? Ignore this email. Nothing changes, and the link gives nobody access to an account.`,
    why: `You’re receiving this because someone wants to use this email address for their ${letter.brandName} account.`,
  }),
  { toStranger: true },
);

type NewEmail = { newEmail: string };

const emailChangeRequested = mail<NewEmail>('email-change-requested', (letter, { newEmail }) => ({
  subject: `Someone asked to change the email of your ${letter.brandName} account`,
  paragraphs: [
    `Your account will use ${newEmail} once that address is confirmed. Until then it uses this one.`,
  ],
  footer: ifNotYou(letter, 'Your account keeps this address.'),
}));

const emailChanged = mail<NewEmail>('email-changed', (letter, { newEmail }) => ({
  subject: `Your ${letter.brandName} email was changed`,
  paragraphs: [`Your account now uses ${newEmail}. We’ll no longer send email to this address.`],
  footer: ifNotYou(letter, 'Your account goes back to this address.'),
  why: hadThisAddress(letter.brandName),
}));

export const authMails = {
  ...{ verifyEmail, accountExists, resetPassword, resetPasswordCode, passwordChanged, mailedCode },
  ...{ changeEmail, emailChangeRequested, emailChanged },
  emailInUse: newsMail('email-in-use', (account) => ({
    subject: `${account.replace(/^y/, 'Y')} uses this address`,
    text: 'You confirmed this address. We’ll send all email about your account here.',
  })),
  accountKept: newsMail('account-kept', (account) => ({
    subject: `${account.replace(/^y/, 'Y')} won’t be deleted`,
    text: 'Your account and its API keys work again, except old keys from before a rotation.',
  })),
  passkeyAdded: newsMail<{ name: string }>('passkey-added', (account, { name }) => ({
    subject: `A passkey was added to ${account}`,
    text: `You can now sign in with ${quotedName(name)}, no password needed.`,
  })),
};
