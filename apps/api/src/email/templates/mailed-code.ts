import { mailedCodeLimits } from '@ballast/contract/auth/mailed-code';
import { type Letter, layOut } from '../layout.ts';

export const mailedCodeMail = (letter: Letter, code: string) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} confirmation code`,
    paragraphs: ['Enter this code to confirm that it is you:'],
    code,
    footer: `The code works once, for ${mailedCodeLimits.minutes} minutes. If you did not ask for it, somebody is signed in to your account: end all other sessions in Settings.`,
  });
