import { authLimits } from '@ballast/contract/auth/auth';
import { type Letter, layOut } from '../layout.ts';

export const verifyEmailMail = (letter: Letter, address: string, url: string) =>
  layOut({
    letter,
    subject: `Verify your email for ${letter.brandName}`,
    paragraphs: [
      `Somebody at ${address}, probably you, signed up for a ${letter.brandName} developer account with this address. Verify it in the browser in which you signed up to finish creating the account.`,
    ],
    action: { label: 'Verify Email', url },
    footer: `The link works for ${authLimits.verificationLinkHours} hours. If you did not sign up, do not open it: without the link nobody can use your address.`,
    why: `You get this mail because somebody signed up for ${letter.brandName} with this email address.`,
  });
