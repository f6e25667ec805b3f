// Which characters people's texts may hold, and how a text of unknown origin is shown. Invisible characters are refused: they
// could rewrite a terminal, turn the direction of a line, or make two names look alike.

// Only these scripts, and families and flags among emoji, need joiners.
const joiningScripts = [
  'Arab',
  'Syrc',
  'Mong',
  'Nkoo',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
]
  .concat(['Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const joinedLetters = new RegExp(`([${joiningScripts}])[\\u200c\\u200d](?![\\u200c\\u200d])`, 'gu');
const joinedEmoji =
  /(\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)\u200d(?=\p{Extended_Pictographic})/gu;
const regionalFlags = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu;

// Controls, lone surrogates, private and impossible characters, line separators, letters without a shape, and format characters. A
// few of Arabic, Syriac and Kaithi are signs of their own.
const hidden =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/gu;

const withoutJoins = (text: string) =>
  text.replace(joinedLetters, '$1').replace(joinedEmoji, '$1').replace(regionalFlags, '');

// No language puts more marks on one letter (Unicode's Stream-Safe Text Format). The time to sort more is quadratic.
const tooManyMarks = /\p{M}{31}/u;
const marks = /(\p{M}{30})\p{M}+/gu;

// The same letters are the same text, however they were typed.
export const compose = (text: string) => (tooManyMarks.test(text) ? text : text.normalize('NFC'));

export const isPlainLine = (text: string) =>
  !tooManyMarks.test(text) && withoutJoins(text).search(hidden) === -1;

export const isPlainParagraph = (text: string) => isPlainLine(text.replaceAll('\n', ' '));

// A paragraph has one kind of line break, and no tabs.
export const withPlainBreaks = (text: string) =>
  text.replace(/\r\n?|\u2028|\u2029/g, '\n').replaceAll('\t', ' ');

// For what comes from elsewhere and cannot be sent back to be corrected: a browser's name, a provider's profile.
export const cleanLine = (text: string, max: number) => {
  const line = compose(text).replace(/[\t\r\n]+/g, ' ');
  const plain = isPlainLine(line) ? line : line.replace(hidden, '').replace(marks, '$1');
  return plain
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
};

// The words of a stranger must not lead the reader of a mail or a screen to a page.
export const namesAPage = (text: string) => /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu.test(text);

// This is long enough to recognise a name by, and too short to tell a story.
const recognisable = 40;

export const shortenName = (name: string) => {
  const characters = [...name];
  return characters.length > recognisable ? `${characters.slice(0, recognisable - 1).join('')}…` : name;
};

// Joins that a script or an emoji needs are matched first, so that they stay.
const joinedOrHidden = new RegExp(
  `(?:${[joinedLetters, joinedEmoji, regionalFlags].map(({ source }) => source).join('|')})|(?<hidden>${hidden.source})`,
  'gu',
);

const replaceHidden = (text: string, replacement: (character: string) => string) =>
  text.replace(joinedOrHidden, (found, ...rest) =>
    (rest.at(-1) as { hidden?: string }).hidden === undefined ? found : replacement(found),
  );

// For a terminal: nothing may move the cursor, recolour or turn a line, or hide in it.
export const printable = (text: string) => replaceHidden(text, () => '�');

export const printableParagraph = (text: string) => text.split('\n').map(printable).join('\n');

const escaped = (character: string) =>
  Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

// JSON for a terminal escapes the same characters, so that programs still read the meaning. Between its values there are only
// line breaks, tabs and spaces.
export const printableJsonText = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => replaceHidden(line.replace(/[\t\r]/g, ' '), escaped))
    .join('\n');

export const printableJson = (value: unknown, indent = 2) =>
  printableJsonText(JSON.stringify(value, null, indent));
