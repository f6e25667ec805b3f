// Faults of a body: in its fields, which are the contract's, and in the bytes that carry them.
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { bodyLimitBytes } from '@ballast/contract/http/errors';
import fc from 'fast-check';
import { badText, badValue, hostileNames, toJson } from './bad-values.ts';
import { bodyBytes, type Draft, type Fault } from './draft.ts';
import { definitionOf, type Fields, valuesAtLimits } from './valid-values.ts';

const inFields =
  (change: (fields: Fields) => Fields): Fault =>
  (draft) =>
    draft.body === null || Buffer.isBuffer(draft.body) ? draft : { ...draft, body: change(draft.body) };

const without = (name: string) => (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));

const withField = (name: string, value: unknown) => inFields((fields) => ({ ...fields, [name]: value }));

const textOf = (value: unknown) => (typeof value === 'string' ? value : 'x');

const faultsOfField = (name: string, atLimits: unknown[]): fc.Arbitrary<Fault> =>
  fc.oneof(
    { weight: 6, arbitrary: badValue.map((value) => withField(name, value)) },
    ...(atLimits.length
      ? [{ weight: 2, arbitrary: fc.constantFrom(...atLimits).map((value) => withField(name, value)) }]
      : []),
    { weight: 1, arbitrary: fc.constant(inFields(without(name))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Fault>(
        inFields((fields) => ({ ...fields, [name]: [fields[name]] })),
        inFields((fields) => ({ ...fields, [name]: { value: fields[name] } })),
        inFields((fields) => ({ ...fields, [name]: `${textOf(fields[name])}\0` })),
        inFields((fields) => ({ ...fields, [name]: ` ${textOf(fields[name])}\n` })),
        inFields((fields) => ({ ...fields, [name.toUpperCase()]: fields[name] })),
      ),
    },
  );

const unknownName = fc.oneof(
  fc.constantFrom(...hostileNames, 'id', 'userId', 'role', 'x'.repeat(3000)),
  badText,
);

const unknownFields: fc.Arbitrary<Fault> = fc.oneof(
  fc.tuple(unknownName, badValue).map(([name, value]) => withField(name, value)),
  fc.constantFrom(50, 50, 50, 5000).map((count) =>
    inFields((fields) => ({
      ...fields,
      ...Object.fromEntries(Array.from({ length: count }, (_, place) => [`f${place}`, 1])),
    })),
  ),
);

const asBytes =
  (change: (json: Buffer) => Buffer | string): Fault =>
  (draft) => ({ ...draft, body: Buffer.from(change(bodyBytes(draft.body) ?? Buffer.from('{}')) as string) });

// The body is no JSON, not an object, or JSON that two readers understand in two ways.
const texts = [
  ...['', ' ', '\n', '{', '}', '[', '"', '{"', '{"a"', '{"a":', '{"a":1,}', "{'a':1}", '{a:1}', '{"a":01}'],
  ...[
    '{"a":1}{"b":2}',
    '{"a":1} x',
    '/* */{}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":undefined}',
    '{"a":"\t"}',
  ],
  ...[
    'null',
    'true',
    '7',
    '1e999',
    '"text"',
    '[]',
    '[{}]',
    '[1,2,3]',
    '"\\ud800"',
    'email=a&password=b',
    '\0',
  ],
  ...[
    '{"__proto__":null}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u005f_proto__":1}',
  ],
  ...['<?xml version="1.0"?><a/>', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
  ...[
    '['.repeat(30_000),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
  ],
];

const invalidBytes = [
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0x00]),
];

const ofSize = (bytes: number) => (json: Buffer) => {
  const open = json.subarray(0, -1).toString();
  return `${open}${' '.repeat(Math.max(0, bytes - Buffer.byteLength(open) - 1))}}`;
};

// The first or the last of two fields of one name: whichever counts, the other must do no harm.
const twice = (value: string) => (json: Buffer) => {
  const fields = Object.keys(JSON.parse(/^\{.*\}$/s.test(json.toString()) ? safeJson(json) : '{}'));
  const [name = 'a'] = fields;
  return `{${toJson(name)}:${toJson(value)},${json.toString().slice(1)}`;
};

const safeJson = (json: Buffer) => {
  try {
    return JSON.stringify(JSON.parse(json.toString()));
  } catch {
    return '{}';
  }
};

const bytes: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom(...texts).map((text) => asBytes(() => text)),
  fc.constantFrom(...invalidBytes).map(
    (buffer): Fault =>
      (draft) => ({ ...draft, body: buffer }),
  ),
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((part) => asBytes((json) => json.subarray(0, json.length * part))),
  fc
    .constantFrom(bodyLimitBytes - 1, bodyLimitBytes, bodyLimitBytes + 1, bodyLimitBytes * 3)
    .map((size) => asBytes(ofSize(size))),
  badText.map((value) => asBytes(twice(value))),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })).map(
    ([part, byte]): Fault =>
      (draft) => {
        const json = Buffer.from(bodyBytes(draft.body) ?? Buffer.from('{}'));
        if (json.length > 0) json[Math.floor(part * (json.length - 1))] = byte;
        return { ...draft, body: json };
      },
  ),
  // A body where none is expected, and none where one is.
  fc.constantFrom<Fault>(
    (draft: Draft) => ({ ...draft, body: null }),
    (draft: Draft) => ({ ...draft, body: Buffer.from('{"a":1}') }),
  ),
);

export const badBody = ({ body }: Endpoint): fc.Arbitrary<Fault> => {
  const fields = Object.entries((body && definitionOf(body).shape) ?? {});
  if (fields.length === 0) return bytes;
  const ofFields = fields.map(([name, field]) => faultsOfField(name, valuesAtLimits(field)));
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...ofFields) },
    { weight: 2, arbitrary: unknownFields },
    { weight: 3, arbitrary: bytes },
  );
};
