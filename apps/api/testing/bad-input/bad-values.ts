// Values that no honest caller sends: wrong types, extremes, and text that has broken somebody's software before.
import fc from 'fast-check';

// JSON text that JSON.stringify would never write, between marks that `toJson` takes away.
const asWritten = (json: string) => `@json:${json}@`;

export const toJson = (value: unknown) =>
  JSON.stringify(value)?.replace(/"@json:([^@]*)@"/g, (_, json: string) => json) ?? '';

const characters = ['\0', 'a\0b', '\u0007', '\u001b[2K\u001b[1A', '\r\n', '\t', '\u007f', '\u0085', '\u00a0'];
const directions = [
  '\u202e',
  '\u2066evil\u2069',
  '\u200b',
  '\u200d',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '\u{e0041}',
];
const surrogates = ['\ud800', '\udfff', 'a\udc00b', '\udc00\ud800'];
const unicode = ['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Z̸̧͓͇̳̈́a̷l̶g̵o̴', 'ﷺ', 'İstanbul', 'ß', 'ｆｕｌｌ', '١٢٣', '\u{10ffff}', '𝒳'];
const injections = [
  "' or 1=1 --",
  '"; drop table users; --',
  '=HYPERLINK("http://evil.example")',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$' + '{7*7}',
  '%00',
  '%',
  '../../etc/passwd',
  '\\..\\',
];
const words = [
  'null',
  'undefined',
  'true',
  'false',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '1_000',
  '1,5',
  '+1',
];
export const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '',
];
const dates = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T00:00:00Z',
  '294277-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-99:99',
  '2026-01-01',
  'infinity',
];
const ids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '-'.repeat(36),
  '{6f9619ff-8b86-d011-b42d-00cf4fc964ff}',
  '6F9619FF-8B86-4011-B42D-00CF4FC964FF',
  '6f9619ff8b864011b42d00cf4fc964ff',
  '6f9619ff-8b86-4011-b42d-00cf4fc964f',
  '0',
  '1',
];

// The portal itself encodes such values, with other content.
const encoded = [
  `0000-00-00T00:00:00.000Z ${'-'.repeat(36)}`,
  `2026-01-01T00:00:00.000Z ${'-'.repeat(36)}`,
  `9999-99-99T99:99:99.999Z ${ids[0]}`,
  '{"id":null}',
  '\0\0\0\0',
].map((text) => Buffer.from(text).toString('base64url'));

const known = [
  ...['', ' ', '   ', 'a'],
  ...characters,
  ...directions,
  ...surrogates,
  ...unicode,
  ...injections,
  ...words,
  ...hostileNames,
  ...dates,
  ...ids,
  ...encoded,
];

// A multiple of one character that takes one to four bytes, two UTF-16 units, or none to be seen.
const repeated = fc
  .tuple(
    fc.constantFrom('x', 'A', '0', '-', ' ', 'é', '字', '😀', '\u0301', '\u200b', '/', '%'),
    fc.constantFrom(9, 33, 44, 65, 129, 255, 257, 1001, 2049, 4095, 4097, 20_000),
  )
  .map(([character, count]) => character.repeat(count));

export const badText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...known) },
  { weight: 2, arbitrary: repeated },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

const badNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 0.1, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324),
  fc.constantFrom(...['1e999', '-1e999', '1e-999', '9'.repeat(400), '-0', '0.1e1'].map(asWritten)),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const inside = (levels: number, kind: 'array' | 'object') => {
  const [open, close] = kind === 'array' ? ['[', ']'] : ['{"a":', '}'];
  return asWritten(`${open.repeat(levels)}1${close.repeat(levels)}`);
};

const structures = fc.oneof(
  fc.constantFrom<unknown>([], {}, [[]], [null], [''], { length: 1 }, { $ne: null }, { toString: 'x' }),
  fc.constantFrom(
    asWritten('{"__proto__":{"admin":true}}'),
    asWritten('{"constructor":{"prototype":{"admin":true}}}'),
  ),
  fc
    .tuple(fc.constantFrom(10, 500, 9_000), fc.constantFrom<'array' | 'object'>('array', 'object'))
    .map(([levels, kind]) => inside(levels, kind)),
  fc.array(badText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...hostileNames, 'a'), badText, { maxKeys: 2 }),
);

export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: badText },
  { weight: 2, arbitrary: badNumber },
  { weight: 2, arbitrary: structures },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false) },
);
