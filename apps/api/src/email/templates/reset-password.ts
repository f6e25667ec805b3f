import { authLimits } from '@ballast/contract/auth';
import { type Letter, layOut } from '../layout.ts';

export const resetPasswordMail = (letter: Letter, url: string) =>
  layOut({
    letter,
    subject: `Reset your ${letter.brandName} password`,
    paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
    action: { label: 'Reset Password', url },
    footer: `The link works once, for ${authLimits.resetLinkHours} hour. If you did not ask for it, ignore this message: your password stays as it is.`,
  });

export const choosePasswordMail = (letter: Letter, url: string) =>
  layOut({
    letter,
    subject: `Reset your ${letter.brandName} password`,
    paragraphs: [
      'Your address is verified. More than one person had signed up with it, so none of the passwords that were chosen counts. Choose yours.',
    ],
    action: { label: 'Reset Password', url },
    footer: `The link works once, for ${authLimits.resetLinkHours} hour. For another one, select "Forgot password" on the sign-in page.`,
  });
