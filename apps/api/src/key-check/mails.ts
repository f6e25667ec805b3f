import { newsMail } from '../email/mail-kinds.ts';
import { quotedName } from '../email/named-keys.ts';

export const productionKeyDeleted = newsMail<{ name: string }>(
  'production-key-deleted',
  (account, { name }) => ({
    subject: `A production key was deleted on ${account}`,
    text: `The key ${quotedName(name)} no longer works.`,
  }),
);
