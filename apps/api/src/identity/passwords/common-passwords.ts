// The most used passwords of past leaks, and the words of this product.
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { commonPasswordsFile } from '../../runtime/settings/places.ts';

// The digit 1 may mean i or l, so the three are one letter here.
const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};
const fold = (text: string) =>
  text.toLowerCase().replace(/[01l345@$7]/g, (character) => letters[character] ?? character);

const readList = async () => {
  const list = await promisify(brotliDecompress)(await readFile(commonPasswordsFile));
  return list.toString('utf8').trimEnd().split('\n');
};

// What remains without digits and signs at the ends, the whole first: a digit there may belong to the word. It counts if it is at
// least half of the password.
function* cores(password: string, longest: number) {
  const before = /^[^a-z]*/i.exec(password)?.[0].length ?? 0;
  const behind = password.search(/(?<![^a-z])[^a-z]*$/i);
  const least = Math.ceil(password.length / 2);
  for (let from = 0; from <= before; from += 1) {
    const last = Math.max(behind, from + least);
    for (let to = Math.min(password.length, from + longest); to >= last; to -= 1)
      yield password.slice(from, to);
  }
}

export const openCommonPasswords = (furtherWords: string[]) => {
  const load = async () => {
    const words = new Set(
      [...(await readList()), ...furtherWords.map((word) => word.replace(/\s/g, ''))].map(fold),
    );
    const longest = Math.max(...[...words].map((word) => word.length));
    return { words, longest };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return async (password: string) => {
    if (!password) return false;
    loaded ??= load();
    const { words, longest } = await loaded;
    for (const core of cores(password, longest)) if (words.has(fold(core))) return true;
    return false;
  };
};
