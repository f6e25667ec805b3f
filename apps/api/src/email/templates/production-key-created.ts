import { shortenName } from '@ballast/contract/characters';
import { ifNotYou, type Letter, layOut } from '../layout.ts';

export const productionKeyCreatedMail = (letter: Letter, keyName: string) =>
  layOut({
    letter,
    subject: `A production key was created on your ${letter.brandName} account`,
    paragraphs: [`The key "${shortenName(keyName)}" can move real funds.`],
    // Programs may need a key, so the link takes none back.
    footer: ifNotYou(letter, 'Then sign in and delete the key.'),
  });
