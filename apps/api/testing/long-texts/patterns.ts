// What is repeated in a long text: each separator, characters of each kind, and words that parsers look for.
import { percentEncode } from '../bad-input/draft.ts';

const separators = [...'/.,;:-_=&%+@ \t\n"\'([{<\\|#?!*~^'];
const characters = ['a', '0', '\u0000', 'é', '\u0301', '\u0301\u0323', '\u200d', '😀', '\ud800'];
const words = [
  'a,',
  '/.',
  '/../',
  'a@',
  '@a.',
  '%20',
  '%',
  'a=1&',
  'a=1; ',
  'a b',
  '::',
  '1.',
  'on user ',
  '{"a":',
];

export const patterns = [...new Set([...separators, ...characters, ...words])];

// Another character at its end: only what fails there makes an expression start again.
const endOf = (pattern: string) => (/\w$/.test(pattern) ? '!' : 'x');

const textOf = (pattern: string, times: number) => `${pattern.repeat(Math.max(times, 1))}${endOf(pattern)}`;

// A form is how a text travels; the length counts the bytes that are sent.
export type Form = (pattern: string, bytes: number) => string;

const timesIn = (encoded: string, bytes: number) => Math.floor(bytes / Buffer.byteLength(encoded));

export const inJson: Form = (pattern, bytes) =>
  textOf(pattern, timesIn(JSON.stringify(pattern).slice(1, -1), bytes));

export const percentEncoded: Form = (pattern, bytes) =>
  percentEncode(textOf(pattern, timesIn(percentEncode(pattern), bytes)));

// As it is, where a request line can carry it.
const isUrlText = (pattern: string) => /^[\x21-\x7e]+$/.test(pattern) && !pattern.includes('#');
export const inAddress: Form = (pattern, bytes) =>
  isUrlText(pattern) ? textOf(pattern, timesIn(pattern, bytes)) : percentEncoded(pattern, bytes);

// Node writes each character of a header as one byte. What a header cannot carry is left out.
const inLatin1 = (pattern: string) =>
  Buffer.from(pattern)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
export const inHeader: Form = (pattern, bytes) => {
  const carried = inLatin1(pattern) || 'a';
  return textOf(carried, timesIn(carried, bytes));
};
