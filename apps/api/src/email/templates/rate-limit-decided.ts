import { shortenName } from '@ballast/contract/characters';
import { type Letter, layOut } from '../layout.ts';

type Decision = { keyName: string; approved: boolean; limit: number; note: string | null };

export const rateLimitDecidedMail = (letter: Letter, { keyName, approved, limit, note }: Decision) =>
  layOut({
    letter,
    subject: approved
      ? `Your ${letter.brandName} rate limit is now ${limit} req/sec`
      : `Your ${letter.brandName} rate limit request was not approved`,
    paragraphs: [
      approved
        ? `The key "${shortenName(keyName)}" may now make ${limit} requests per second.`
        : `The key "${shortenName(keyName)}" keeps its limit of ${limit} requests per second.`,
      ...(note ? [`The reviewer's note: ${note}`] : []),
    ],
    footer: `Questions: ${letter.supportEmail}.`,
  });
