import { authLimits } from '@ballast/contract/auth/auth';
import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import { type Letter, layOut } from '../layout.ts';
import type { NamedKeys } from '../named-keys.ts';
import { quotedKeys } from '../quoted-names.ts';

export const resetPasswordMail = (letter: Letter, url: string) =>
  layOut({
    letter,
    subject: `Reset your ${letter.brandName} password`,
    paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
    action: { label: 'Reset Password', url },
    footer: `The link works once, for ${authLimits.resetLinkHours} hour. If you did not ask for it, ignore this message: your password stays as it is.`,
  });

const anotherLink = `The link works once, for ${authLimits.resetLinkHours} hour. For another one, select "Forgot password" on the sign-in page.`;

const choosePasswordMail = (letter: Letter, url: string) =>
  layOut({
    letter,
    subject: `Reset your ${letter.brandName} password`,
    paragraphs: [
      'Your address is verified. More than one person had signed up with it, so none of the passwords that were chosen counts. Choose yours.',
    ],
    action: { label: 'Reset Password', url },
    footer: anotherLink,
  });

const securedAccountMail = (letter: Letter, keptKeys: NamedKeys, url: string) =>
  layOut({
    letter,
    subject: `Reset your ${letter.brandName} password`,
    paragraphs: [
      'You told us that a change to your account was not yours. We signed out every browser and command line, and your old password no longer works. Choose a new one.',
      ...(keptKeys.named.length
        ? [
            `These API keys were created or changed in the last ${notMeLinkDays} days and still work: ${quotedKeys(keptKeys)}. Delete the ones that you do not recognize.`,
          ]
        : []),
    ],
    action: { label: 'Reset Password', url },
    footer: anotherLink,
  });

// Without a reason, somebody asked for the link.
type Reason = { unchosen?: true; keptKeys?: NamedKeys };

export const passwordLinkMail = (letter: Letter, { unchosen, keptKeys }: Reason, url: string) => {
  if (keptKeys) return securedAccountMail(letter, keptKeys, url);
  return unchosen ? choosePasswordMail(letter, url) : resetPasswordMail(letter, url);
};
