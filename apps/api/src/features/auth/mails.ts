// Mails with a link or a code, and mails about the address and the password.
import { authLimits } from '@ballast/contract/auth/auth';
import { mailedCodeLimits } from '@ballast/contract/auth/second-factors';
import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import { hadThisAddress, ifNotYou, type Letter, layOut } from '../../email/layout.ts';
import { changeEmailLink, codeLink, type LinkOwner, resetLink, verifyLink } from '../../email/links.ts';
import { mail, newsMail } from '../../email/mail-kinds.ts';
import { listKeysToReview, type NamedKeys, quotedKeys, quotedName } from '../../email/named-keys.ts';
import { makeCode } from '../../secrets/code-text.ts';

// linkTo is the page that a client of the session library asked for; the code is exchanged there.
type CodeLink = { tokenId: string; linkTo: string };

const verifyEmail = mail<{ tokenId: string; linkTo?: string; address: string }>(
  'verify-email',
  (letter, { tokenId, linkTo, address }, maker) =>
    layOut({
      letter,
      subject: `Verify your email for ${letter.brandName}`,
      paragraphs: [
        `Somebody at ${address}, probably you, signed up for a ${letter.brandName} developer account with this address. Verify it in the browser in which you signed up to finish creating the account.`,
      ],
      action: {
        label: 'Verify Email',
        url: linkTo ? codeLink(maker, 'verify-email', tokenId, linkTo) : verifyLink(maker, tokenId),
      },
      footer: `The link works for ${authLimits.verificationLinkHours} hours. If you did not sign up, do not open it: without the link nobody can use your address.`,
      why: `You get this mail because somebody signed up for ${letter.brandName} with this email address.`,
    }),
  { toStranger: true },
);

const accountExists = mail('account-exists', (letter, _, { config }) =>
  layOut({
    letter,
    subject: `You already have a ${letter.brandName} account`,
    paragraphs: [
      `Somebody, probably you, tried to use this address for a new ${letter.brandName} developer account. It has one already, so nothing was changed.`,
    ],
    action: { label: 'Sign In', url: `${config.publicUrl}/auth` },
    footer: 'If this was not you, no action is needed: nobody learned that the account exists.',
  }),
);

const layOutReset = (letter: Letter, paragraphs: string[], url: string, isOwnRequest = false) =>
  layOut({
    letter,
    subject: `Reset your ${letter.brandName} password`,
    paragraphs,
    action: { label: 'Reset Password', url },
    footer: `The link works once, for ${authLimits.resetLinkHours} hour. ${
      isOwnRequest
        ? 'If you did not ask for it, ignore this message: your password stays as it is.'
        : 'For another one, select "Forgot password" on the sign-in page.'
    }`,
  });

const requested = ['Somebody, probably you, asked to set a new password for your account.'];

const securedText = (keys: NamedKeys) => [
  'You told us that a change to your account was not yours. We signed out every browser and command line, and your old password no longer works. Choose a new one.',
  ...(keys.named.length
    ? [
        `These API keys were created or changed in the last ${notMeLinkDays} days and still work: ${quotedKeys(keys)}. Delete the ones that you do not recognize.`,
      ]
    : []),
];

// Without a reason, somebody asked for the link. The keys are there when the owner selected "This wasn't me".
type ResetLink = { owner: LinkOwner; sessionId: string; unchosen?: true; keptKeys?: NamedKeys };

const resetPassword = mail<ResetLink>(
  'reset-password',
  async (letter, { owner, sessionId, unchosen, keptKeys }, maker) => {
    const url = await resetLink(maker, owner, sessionId);
    if (keptKeys) return layOutReset(letter, securedText(keptKeys), url);
    if (!unchosen) return layOutReset(letter, requested, url, true);
    const text =
      'Your address is verified. More than one person had signed up with it, so none of the passwords that were chosen counts. Choose yours.';
    return layOutReset(letter, [text], url);
  },
);

const resetPasswordCode = mail<CodeLink>('reset-password-code', (letter, { tokenId, linkTo }, maker) =>
  layOutReset(letter, requested, codeLink(maker, 'recovery', tokenId, linkTo), true),
);

const passwordChanged = mail<{ keys?: NamedKeys }>('password-changed', (letter, { keys }) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} password was changed`,
    paragraphs: [
      'A new password was set for your account. Every other browser was signed out, and so was the command line on every device.',
      ...listKeysToReview(keys),
    ],
    footer: ifNotYou(letter),
  }),
);

const mailedCode = mail<{ codeId: string }>('mailed-code', (letter, { codeId }, { tokenPepper }) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} confirmation code`,
    paragraphs: ['Enter this code to confirm that it is you:'],
    code: makeCode(tokenPepper, codeId),
    footer: `The code works once, for ${mailedCodeLimits.minutes} minutes. If you did not ask for it, somebody is signed in to your account: end all other sessions in Settings.`,
  }),
);

const changeEmail = mail<{ tokenId: string }>(
  'change-email',
  (letter, { tokenId }, maker) =>
    layOut({
      letter,
      subject: `Confirm your new email for ${letter.brandName}`,
      paragraphs: [
        `Confirm this address to use it for your ${letter.brandName} developer account from now on. You need to be signed in, or to know the password of the account.`,
      ],
      action: { label: 'Confirm Email', url: changeEmailLink(maker, tokenId) },
      footer: `The link works for ${authLimits.verificationLinkHours} hours. If you did not ask for it, ignore this message: nothing changes, and the link lets nobody into an account.`,
      why: `You get this mail because somebody wants to use this email address for their ${letter.brandName} developer account.`,
    }),
  { toStranger: true },
);

type NewEmail = { newEmail: string };

const emailChangeRequested = mail<NewEmail>('email-change-requested', (letter, { newEmail }) =>
  layOut({
    letter,
    subject: `A new email was asked for on your ${letter.brandName} account`,
    paragraphs: [
      `Your account is to use ${newEmail}. It changes when that address is confirmed; until then this one stays.`,
    ],
    footer: ifNotYou(letter, 'This address then stays.'),
  }),
);

const emailChanged = mail<NewEmail>('email-changed', (letter, { newEmail }) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} email was changed`,
    paragraphs: [`Your account now uses ${newEmail}. Mails no longer come to this address.`],
    footer: ifNotYou(letter, 'Your account then uses this address again.'),
    why: hadThisAddress(letter.brandName),
  }),
);

export const authMails = {
  ...{ verifyEmail, accountExists, resetPassword, resetPasswordCode, passwordChanged, mailedCode },
  ...{ changeEmail, emailChangeRequested, emailChanged },
  emailInUse: newsMail('email-in-use', (account) => ({
    subject: `${account.replace(/^y/, 'Y')} uses this address`,
    text: 'You confirmed this address. From now on all mails about your account come to it.',
  })),
  accountKept: newsMail('account-kept', (account) => ({
    subject: `${account.replace(/^y/, 'Y')} stays`,
    text: 'It will not be deleted, and its API keys work again. Old values of rotated keys do not.',
  })),
  passkeyAdded: newsMail<{ name: string }>('passkey-added', (account, { name }) => ({
    subject: `A passkey was added to ${account}`,
    text: `${quotedName(name)} signs in to your account, without a password.`,
  })),
};
