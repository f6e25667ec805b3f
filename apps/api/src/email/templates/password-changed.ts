import { type Letter, layOut } from '../layout.ts';

export const passwordChangedMail = (letter: Letter) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} password was changed`,
    paragraphs: [
      'A new password was set for your account. Every other browser was signed out, and so was the command line on every device.',
    ],
    footer: `If this was not you, write to ${letter.supportEmail} at once.`,
  });
