import { ifNotYou, type Letter, layOut } from '../layout.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const keep = 'Keep My Account';

export const accountLeavingMail = (letter: Letter, deletesAt: Date, url: string) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} account will be deleted`,
    paragraphs: [
      `Your account and all that belongs to it will be deleted on ${day.format(deletesAt)}. Its API keys no longer work, and every browser and command line was signed out.`,
      'If you change your mind, keep it: the API keys then work again. Old values of rotated keys do not.',
    ],
    action: { label: keep, url },
    footer: `The link "${keep}" works until the account is deleted. ${ifNotYou(letter, 'The account then stays.')}`,
  });
