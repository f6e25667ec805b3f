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
