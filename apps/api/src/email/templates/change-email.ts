import { authLimits } from '@ballast/contract/auth/auth';
import { hadThisAddress, ifNotYou, type Letter, layOut } from '../layout.ts';

export const changeEmailMail = (letter: Letter, url: string) =>
  layOut({
    letter,
    subject: `Confirm your new email for ${letter.brandName}`,
    paragraphs: [
      `Confirm this address to use it for your ${letter.brandName} developer account from now on. You need to be signed in, or to know the password of the account.`,
    ],
    action: { label: 'Confirm Email', url },
    footer: `The link works for ${authLimits.verificationLinkHours} hours. If you did not ask for it, ignore this message: nothing changes, and the link lets nobody into an account.`,
    why: `You get this mail because somebody wants to use this email address for their ${letter.brandName} developer account.`,
  });

export const emailChangeRequestedMail = (letter: Letter, newEmail: string) =>
  layOut({
    letter,
    subject: `A new email was asked for on your ${letter.brandName} account`,
    paragraphs: [
      `Your account is to use ${newEmail}. It changes when that address is confirmed; until then this one stays.`,
    ],
    footer: ifNotYou(letter, 'This address then stays.'),
  });

export const emailChangedMail = (letter: Letter, newEmail: string) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} email was changed`,
    paragraphs: [`Your account now uses ${newEmail}. Mails no longer come to this address.`],
    footer: ifNotYou(letter, 'Your account then uses this address again.'),
    why: hadThisAddress(letter.brandName),
  });
