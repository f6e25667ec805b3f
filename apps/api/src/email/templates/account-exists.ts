import { type Letter, layOut } from '../layout.ts';

export const accountExistsMail = (letter: Letter, signInUrl: string) =>
  layOut({
    letter,
    subject: `You already have a ${letter.brandName} account`,
    paragraphs: [
      `Somebody, probably you, tried to use this address for a new ${letter.brandName} developer account. It has one already, so nothing was changed.`,
    ],
    action: { label: 'Sign In', url: signInUrl },
    footer: 'If this was not you, no action is needed: nobody learned that the account exists.',
  });
