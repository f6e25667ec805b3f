import { newsMail } from '../../email/mail-kinds.ts';
import { quotedName } from '../../email/named-keys.ts';

export const factorMails = {
  factorAdded: newsMail<{ name: string }>('factor-added', (account, { name }) => ({
    subject: `A second step was added to ${account}`,
    text: `${quotedName(name)} is now required when you sign in.`,
  })),
  recoveryCodesMade: newsMail('recovery-codes-made', (account) => ({
    subject: `New recovery codes were created for ${account}`,
    text: 'Each code works once, in place of your second step. Older codes no longer work.',
  })),
  recoveryCodesRemoved: newsMail('recovery-codes-removed', (account) => ({
    subject: `The recovery codes of ${account} were removed`,
    text: 'They no longer work.',
  })),
  recoveryCodeUsed: newsMail<{ left: number }>('recovery-code-used', (account, { left }) => ({
    subject: `A recovery code was used on ${account}`,
    text: `It replaced your second step and won’t work again. You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`,
  })),
};
