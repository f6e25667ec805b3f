// Reads the text of a variable that holds secrets: one value, or id:value pairs separated by commas.
import type { SecretKind } from '@ballast/contract/operator/operator';
import { type KeyedSecret, withId } from './keyed-secret.ts';
import { readSecret, secretFault } from './secret-kinds.ts';

const pair = /^([\w-]{1,64}):(.*)$/s;

type Reading = { secrets: KeyedSecret[] } | { fault: string };

// A pepper of an older installation may hold any character. It is one value unless some part of it begins like a pair;
// one that does is given an id in front of it.
const readParts = (text: string) => {
  const parts = text.split(',').map((part) => pair.exec(part.trim()));
  return parts.some(Boolean) ? parts : null;
};

const readOne = (kind: SecretKind, text: string): Reading => {
  const value = readSecret[kind](text);
  return value === null ? { fault: secretFault[kind] } : { secrets: [withId(value)] };
};

export const readSecretList = (kind: SecretKind, text: string): Reading => {
  const parts = readParts(text);
  if (!parts) return readOne(kind, text);

  const secrets: KeyedSecret[] = [];
  for (const part of parts) {
    if (!part) return { fault: 'must be one value, or id:value pairs separated by commas' };
    const [, id = '', given = ''] = part;
    const value = readSecret[kind](given);
    if (value === null) return { fault: `${secretFault[kind]}: the value of ${id} is not` };
    if (secrets.some((other) => other.id === id)) return { fault: `must not name ${id} twice` };
    secrets.push({ id, value });
  }
  return { secrets };
};
