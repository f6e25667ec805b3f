import { layOut } from '../../email/layout.ts';
import { mail } from '../../email/mail-kinds.ts';
import { quotedName } from '../../email/named-keys.ts';

type Decision = { keyName: string; approved: boolean; limit: number; note: string | null };

export const rateLimitDecided = mail<Decision>('rate-limit-decided', (letter, decision) => {
  const { keyName, approved, limit, note } = decision;
  return layOut({
    letter,
    subject: approved
      ? `Your ${letter.brandName} rate limit is now ${limit} req/sec`
      : `Your ${letter.brandName} rate limit request was not approved`,
    paragraphs: [
      approved
        ? `${quotedName(keyName)} can now make ${limit} requests per second.`
        : `${quotedName(keyName)} keeps its limit of ${limit} requests per second.`,
      ...(note ? [`Note from our team: ${note}`] : []),
    ],
    footer: `Questions? Write to ${letter.supportEmail}.`,
  });
});
