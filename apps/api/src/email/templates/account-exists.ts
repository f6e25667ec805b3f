import { layOut } from '../layout.ts';

export const accountExistsMail = (brandName: string, to: string, fullName: string, signInUrl: string) =>
  layOut({
    to,
    subject: `You already have a ${brandName} account`,
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `Somebody, probably you, tried to create a ${brandName} developer account with this address. It has one already, so nothing was changed.`,
    ],
    action: { label: 'Sign In', url: signInUrl },
    footer: 'If this was not you, no action is needed: nobody learned that the account exists.',
  });
