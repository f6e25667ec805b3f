// What the contract's schemas accept, found by asking them: a sample of each kind of value is offered to every field.
import fc from 'fast-check';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;
type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  entries?: Record<string, string | number>;
  values?: unknown[];
  checks?: { _zod: { def: { check: string; maximum?: number; minimum?: number; value?: number } } }[];
};

export const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;

const hex = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: count, maxLength: count });
const base64url = (count: number) =>
  fc.string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
    minLength: count,
    maxLength: count,
  });

// They differ each time where the product remembers them.
const samples: fc.Arbitrary<unknown>[] = [
  hex(12).map((name) => `${name}@northwind.dev`),
  fc.constantFrom('Correct-horse1!', 'Another-h0rse!'),
  hex(12).map((name) => `Key ${name}`),
  fc.constant('We expect more customers than our present limit lets through.'),
  base64url(43),
  fc.uuid(),
  fc.constantFrom('http://portal.test/auth/callback', 'https://northwind.dev'),
  fc.constant('2026-01-01T00:00:00Z'),
  fc.constant('2027-01-01T00:00:00Z'),
  hex(40).map((digits) => `0x${digits}`),
  fc.constantFrom('192.0.2.0/24', '2001:db8::/32'),
  // The number and the hash of an entry in the operators' log.
  hex(64).map((hash) => `7:${hash}`),
  fc.constantFrom('123456', 'ABCD-EFGH'),
  fc.constantFrom('read', 'faucet'),
  fc.integer({ min: 4, max: 1000 }),
  fc.constantFrom(1, 30, 90),
  fc.constantFrom(1, 30, 3600),
  fc.constantFrom('1', '100'),
  fc.boolean(),
  fc.constant(null),
];

// A field that any text fits is given what its name promises.
const promised: [RegExp, fc.Arbitrary<unknown>][] = [
  [/email$/i, hex(12).map((name) => `${name}@northwind.dev`)],
  [/password$/i, fc.constant('Correct-horse1!')],
  // No file can be made there.
  [/backups body\.file$/, fc.constant('/dev/null/x.backup')],
  [/grant_type$/, fc.constantFrom('password', 'refresh_token', 'pkce')],
];

const offered = (schema: Schema, where: string): fc.Arbitrary<unknown> => {
  const promise = promised.find(([name]) => name.test(where))?.[1];
  const fitting = (promise ? [promise] : samples).filter((sample) =>
    fc.sample(sample, { numRuns: 3, seed: 1 }).every((value) => schema.safeParse(value).success),
  );
  if (fitting.length === 0)
    throw new Error(`No sample in testing/bad-input/valid-values.ts is a valid ${where}: add one`);
  return fc.oneof(...fitting);
};

const validValue = (schema: Schema, where: string): fc.Arbitrary<unknown> => {
  const { type, shape, innerType, element, entries, values } = definitionOf(schema);
  if (shape) return validFields(schema, where);
  if (type === 'optional' && innerType)
    return fc.option(validValue(innerType, where), { nil: undefined, freq: 3 });
  if ((type === 'nullable' || type === 'default') && innerType) return validValue(innerType, where);
  if (entries) return fc.constantFrom(...Object.values(entries));
  if (values) return fc.constantFrom(...values);
  if (type === 'array' && element)
    return fc.array(validValue(element, where), { minLength: 1, maxLength: 3 });
  if (type === 'record') return fc.dictionary(hex(4), hex(4), { maxKeys: 2 });
  return offered(schema, where);
};

export type Fields = Record<string, unknown>;

// An optional field is left out, as a client leaves it out.
export const validFields = (schema: Schema | undefined, where: string): fc.Arbitrary<Fields> => {
  const shape = (schema && definitionOf(schema).shape) ?? {};
  const fields = Object.entries(shape).map(([name, field]) =>
    validValue(field, `${where}.${name}`).map((value) => [name, value] as const),
  );
  return fc.tuple(...fields).map((all) => Object.fromEntries(all.filter(([, value]) => value !== undefined)));
};

const within = (schema: Schema): Schema => {
  const { innerType } = definitionOf(schema);
  return innerType ? within(innerType) : schema;
};

// A field's own limits give values just under, at, and just over them.
export const valuesAtLimits = (schema: Schema): unknown[] => {
  const field = within(schema);
  const { type, checks = [] } = definitionOf(field);
  const limits = checks
    .map((check) => check._zod.def)
    .map(({ maximum, minimum, value }) => maximum ?? minimum ?? value)
    .filter((limit) => typeof limit === 'number');
  const around = limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
  if (type !== 'string') return around;
  return around
    .filter((length) => length >= 0)
    .flatMap((length) => ['a'.repeat(length), '字'.repeat(length)]);
};
