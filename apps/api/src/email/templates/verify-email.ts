import { authLimits } from '@ballast/contract/auth';
import { layOut } from '../layout.ts';

export const verifyEmailMail = (brandName: string, to: string, fullName: string, url: string) =>
  layOut({
    to,
    subject: `Verify your email for ${brandName}`,
    greeting: `Hello ${fullName},`,
    paragraphs: [`Verify this address to finish creating your ${brandName} developer account.`],
    action: { label: 'Verify Email', url },
    footer: `The link works for ${authLimits.verificationLinkHours} hours. If you did not create an account, ignore this message: without the link nobody can use your address.`,
  });
