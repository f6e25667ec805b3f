// Settings that belong together are one variable of name=value pairs: LIMITS=calls_per_account=1200,mails_per_address=200.
import * as z from 'zod/mini';
import { type Bounds, limit } from './shapes.ts';

type Shape = Record<string, z.ZodMiniType>;

export const nameOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const pairOf = (text: string) => {
  const [name = '', ...value] = text.split('=');
  return [name.trim(), value.join('=').trim()] as const;
};

const pairsOf = (text: string) =>
  text
    .split(',')
    .filter((pair) => pair.trim())
    .map(pairOf);

const faultOf = (names: string[], pairs: ReturnType<typeof pairsOf>) => {
  const given = pairs.map(([name]) => name);
  const twice = given.find((name, index) => given.indexOf(name) !== index);
  const unknown = given.find((name) => !names.includes(name));
  if (pairs.some(([name, value]) => !name || !value))
    return `must be name=value pairs separated by commas: ${names.join(', ')}`;
  if (unknown) return `has no ${unknown}: its names are ${names.join(', ')}`;
  return twice ? `has ${twice} twice` : null;
};

// The names in a variable are those of the shape in snake case.
export const group = <Group extends Shape>(shape: Group) => {
  const keys = Object.keys(shape);
  const schema = z.object(shape);
  return z.pipe(
    z._default(z.string(), ''),
    z.transform((text, { issues }): z.infer<typeof schema> => {
      const pairs = pairsOf(text);
      const fault = faultOf(keys.map(nameOf), pairs);
      if (fault) issues.push({ code: 'custom', message: fault, input: text });
      if (fault) return z.NEVER;
      const values = Object.fromEntries(pairs);
      const read = schema.safeParse(Object.fromEntries(keys.map((key) => [key, values[nameOf(key)]])));
      if (read.success) return read.data;
      for (const { path, message } of read.error.issues)
        issues.push({ code: 'custom', message: `${nameOf(String(path[0]))} ${message}`, input: text });
      return z.NEVER;
    }),
  );
};

export const numbers = <Name extends string>(
  usual: Record<Name, number>,
  bounds: Bounds = {},
  exceptions: Partial<Record<Name, Bounds>> = {},
) =>
  group(
    Object.fromEntries(
      Object.entries<number>(usual).map(([name, value]) => [
        name,
        limit(value, { ...bounds, ...exceptions[name as Name] }),
      ]),
    ) as Record<Name, ReturnType<typeof limit>>,
  );

type Environment = Record<string, string | undefined>;
type FormerNames = ReadonlyMap<string, { variable: string; name: string }>;

// Adds the value of an old name to its group, unless the group has one, and returns a warning for each.
export const readFormerNames = (given: Environment, former: FormerNames) => {
  const env = { ...given };
  const warnings: string[] = [];
  for (const [old, { variable, name }] of former) {
    const value = env[old];
    if (value === undefined) continue;
    warnings.push(`${old} is an old name: write ${name}=${value} into ${variable}`);
    const pairs = env[variable] ?? '';
    if (!pairsOf(pairs).some(([known]) => known === name)) env[variable] = `${pairs},${name}=${value}`;
  }
  return { env, warnings };
};
