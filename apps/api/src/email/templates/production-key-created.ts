import { shortenName } from '@ballast/contract/characters';
import { type Letter, layOut } from '../layout.ts';

export const productionKeyCreatedMail = (letter: Letter, keyName: string) =>
  layOut({
    letter,
    subject: `A production key was created on your ${letter.brandName} account`,
    paragraphs: [`The key "${shortenName(keyName)}" can move real funds.`],
    footer: `If this was not you, delete the key in the portal, reset your password and write to ${letter.supportEmail}.`,
  });
