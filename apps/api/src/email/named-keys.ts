// Names of keys in a mail's sentence: some by name, and whether there are more. The maker of a key chooses its name, so no name is
// long enough to tell a story.
import { shortenName } from '@ballast/contract/characters';

export type NamedKeys = { named: string[]; more: boolean };

export const quotedName = (name: string) => `"${shortenName(name)}"`;

export const quotedKeys = ({ named, more }: NamedKeys) =>
  `${named.map(quotedName).join(', ')}${more ? ' and more' : ''}`;

// Somebody who knew the old password may have made them.
export const listKeysToReview = (keys?: NamedKeys) => {
  if (!keys?.named.length) return [];
  return [`These API keys still work: ${quotedKeys(keys)}. Delete those that you did not make.`];
};
