// A field that is refused says its name, its fault and what is allowed. These are the fields that are no free text.
import * as z from 'zod/mini';

// It reads 'SANDBOX or PRODUCTION', 'csv, json or xml'.
export const eitherOf = (values: readonly string[]) =>
  [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ');

export const oneOf = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, `${name} must be ${eitherOf(values)}`);

// A form's field that nobody has filled in has a sentence of its own.
export const chosenFrom = <const T extends readonly [string, ...string[]]>(
  { label, required }: { label: string; required: string },
  values: T,
) =>
  z.enum(values, {
    error: ({ input }) => (input ? `${label} must be ${eitherOf(values)}` : required),
  });

export const exactly = <const T extends string>(name: string, value: T) =>
  z.literal(value, `${name} must be ${value}`);

export const trueOrFalse = (name: string) => z.boolean(`${name} must be true or false`);

export const textUpTo = (name: string, max: number) =>
  z.string(`${name} must be text`).check(z.maxLength(max, `${name} must be at most ${max} characters`));

// A query sends a number as text.
export const wholeNumber = (name: string, { min, max }: { min: number; max: number }) => {
  const rule = `${name} must be a whole number from ${min} to ${max}`;
  return z.coerce.number(rule).check(z.int(rule), z.gte(min, rule), z.lte(max, rule));
};
