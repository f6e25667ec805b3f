// Names of keys in a mail's sentence. Whoever made a key chose its name, so no name is long enough to tell a story.
import { shortenName } from '@ballast/contract/characters';
import type { NamedKeys } from './named-keys.ts';

export const quotedName = (name: string) => `"${shortenName(name)}"`;

export const quotedKeys = ({ named, more }: NamedKeys) =>
  `${named.map(quotedName).join(', ')}${more ? ' and more' : ''}`;
