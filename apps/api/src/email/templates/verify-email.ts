import { authLimits } from '@ballast/contract/auth';
import { type Letter, layOut } from '../layout.ts';

export const verifyEmailMail = (letter: Letter, url: string) =>
  layOut({
    letter,
    subject: `Verify your email for ${letter.brandName}`,
    paragraphs: [`Verify this address to finish creating your ${letter.brandName} developer account.`],
    action: { label: 'Verify Email', url },
    footer: `The link works for ${authLimits.verificationLinkHours} hours. If you did not create an account, ignore this message: without the link nobody can use your address.`,
  });
