import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { ifNotYou, type Letter, layOut } from '../layout.ts';
import type { NamedKeys } from '../named-keys.ts';
import { quotedKeys } from '../quoted-names.ts';

// Whoever was kept out may have made them.
const reviewOf = (keys?: NamedKeys) => {
  if (!keys?.named.length) return [];
  return [`These API keys still work: ${quotedKeys(keys)}. Delete those that you did not make.`];
};

export const passwordChangedMail = (letter: Letter, keys?: NamedKeys) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} password was changed`,
    paragraphs: [
      'A new password was set for your account. Every other browser was signed out, and so was the command line on every device.',
      ...reviewOf(keys),
    ],
    footer: ifNotYou(letter),
  });

type Removal = { provider: Provider; keys?: NamedKeys };

export const passwordRemovedMail = (letter: Letter, { provider, keys }: Removal, keysUrl: string) =>
  layOut({
    letter,
    subject: `Your ${letter.brandName} password was removed`,
    paragraphs: [
      `You signed in with ${providerName[provider]}. The account had a password, and we have never seen that it was you who chose it. So it was removed, and every other browser and the command line on every device were signed out.`,
      ...reviewOf(keys),
      'Look through the API keys of the account. To have a password again, select "Forgot password" on the sign-in page.',
    ],
    action: { label: 'Review API Keys', url: keysUrl },
    footer: ifNotYou(letter),
  });
