// Every place of a schema where a caller can put a text, whatever the schema expects there.
import fc from 'fast-check';
import type * as z from 'zod/mini';
import { definitionOf, type Fields, validFields } from '../bad-input/valid-values.ts';

type Schema = z.ZodMiniType;

// Puts a text into valid fields.
export type SchemaPlace = { name: string; most: number; put: (text: string) => unknown };

const longestOf = (schema: Schema) => {
  const limits = (definitionOf(schema).checks ?? []).map(({ _zod }) => _zod.def.maximum);
  return Math.min(...limits.filter((limit) => limit !== undefined));
};

const inside = (name: string, place: SchemaPlace, wrap: (value: unknown) => unknown): SchemaPlace => ({
  ...place,
  name: `${name}${place.name}`,
  put: (text) => wrap(place.put(text)),
});

const placesIn = (schema: Schema): SchemaPlace[] => {
  const { type, shape, innerType, element } = definitionOf(schema);
  if (innerType) return placesIn(innerType);
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) =>
      placesIn(field).map((place) => inside(`.${name}`, place, (value) => ({ [name]: value }))),
    );
  const leaf = { name: '', most: longestOf(schema), put: (text: string) => text };
  if (type === 'record')
    return [
      inside('.a', leaf, (value) => ({ a: value })),
      { ...leaf, name: ' names', put: (text) => ({ [text]: 'a' }) },
    ];
  if (type !== 'array' || !element) return [leaf];
  const many = { ...leaf, most: Number.POSITIVE_INFINITY };
  return [
    ...placesIn(element).map((place) => inside('[0]', place, (value) => [value])),
    // One element for some of the characters, all alike or each another.
    { ...many, name: '[] alike', put: (text) => Array(Math.ceil(text.length / 8)).fill('a') },
    {
      ...many,
      name: '[] different',
      put: (text) => Array.from({ length: Math.ceil(text.length / 8) }, (_, i) => `${i}`),
    },
  ];
};

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merge = (fields: Fields, change: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const before = fields[name];
      return [name, isObject(before) && isObject(value) ? merge(before, value) : value];
    }),
  ),
});

// The other fields are what the schema wants, so that the text gets as far as it can.
export const placesOf = (schema: Schema | undefined, where: string): SchemaPlace[] => {
  if (!schema) return [];
  const [valid = {}] = fc.sample(validFields(schema, where), { numRuns: 1, seed: 1 });
  const unknown: SchemaPlace[] = [
    { name: ' names', most: Number.POSITIVE_INFINITY, put: (text) => ({ [text]: 1 }) },
  ];
  return [...placesIn(schema), ...unknown].map((place) => ({
    ...place,
    put: (text) => merge(valid, place.put(text) as Fields),
  }));
};
