// The variables that one feature alone reads. It declares them in its own folder, and app/feature-settings.ts lists them.
import type * as z from 'zod/mini';

type Shape = Record<string, z.ZodMiniType>;
type Values<Variables extends Shape> = z.infer<z.ZodMiniObject<Variables>>;

export type Settings<Value = unknown> = { variables: Shape; read: (values: never) => Value };

export const settings = <Variables extends Shape, Value>(
  variables: Variables,
  read: (values: Values<Variables>) => Value,
): Settings<Value> => ({ variables, read });

export type Declared = ReadonlyMap<Settings, unknown>;

export const readDeclared = (declarations: Settings[], values: object): Declared =>
  new Map(declarations.map((each) => [each, each.read(values as never)]));

export const settingsOf = <Value>({ declared }: { declared: Declared }, declaration: Settings<Value>) => {
  if (!declared.has(declaration)) throw new Error('These settings are missing in app/feature-settings.ts.');
  return declared.get(declaration) as Value;
};
