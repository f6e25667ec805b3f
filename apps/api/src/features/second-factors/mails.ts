import { newsMail } from '../../email/mail-kinds.ts';
import { quotedName } from '../../email/named-keys.ts';

export const factorMails = {
  factorAdded: newsMail<{ name: string }>('factor-added', (account, { name }) => ({
    subject: `A second factor was added to ${account}`,
    text: `${quotedName(name)} is asked for when somebody signs in to your account.`,
  })),
  recoveryCodesMade: newsMail('recovery-codes-made', (account) => ({
    subject: `New recovery codes were made for ${account}`,
    text: 'Each of them stands in for a second factor once. Older ones no longer work.',
  })),
  recoveryCodesRemoved: newsMail('recovery-codes-removed', (account) => ({
    subject: `The recovery codes of ${account} were removed`,
    text: 'None of them works any longer.',
  })),
  recoveryCodeUsed: newsMail<{ left: number }>('recovery-code-used', (account, { left }) => ({
    subject: `A recovery code was used on ${account}`,
    text: `It stood in for a second factor and does not work again. ${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left.`,
  })),
};
