// Tells an owner which of their keys nobody has used for a long time.
import { unusedDays } from '@ballast/contract/keys/api-keys';
import { type Letter, layOut } from '../layout.ts';
import type { NamedKeys } from '../named-keys.ts';
import { quotedKeys } from '../quoted-names.ts';

type Unused = { count: number; keys: NamedKeys };

export const keysUnusedMail = (letter: Letter, { count, keys }: Unused, keysUrl: string) => {
  const [one] = keys.named;
  const subject =
    count === 1
      ? `One of your ${letter.brandName} API keys has not been used for ${unusedDays} days`
      : `${count} of your ${letter.brandName} API keys have not been used for ${unusedDays} days`;
  return layOut({
    letter,
    subject,
    paragraphs: [
      count === 1 && one
        ? `No request was made with the key ${quotedKeys(keys)} for ${unusedDays} days. It still works.`
        : `No requests were made with these keys for ${unusedDays} days: ${quotedKeys(keys)}. They still work.`,
      'A key that nobody needs is best deleted: then nobody can find it and use it.',
    ],
    action: { label: 'Review API Keys', url: keysUrl },
    footer: `You need not do anything if you want to keep them. We write again after ${unusedDays} days at the earliest.`,
  });
};
