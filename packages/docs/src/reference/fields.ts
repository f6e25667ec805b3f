// A JSON schema as rows of a table: each field with its type in words and what limits it.
type Limit = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  default?: unknown;
} & { [limit in Limit]?: number };

export type Field = { name: string; type: string; limits: string; required: boolean };

const choices = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;
const isNull = ({ type }: Schema) => type === 'null';

const typeOf = (schema: Schema): string => {
  const alternatives = choices(schema);
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.items) return schema.items.properties ? 'list of objects' : `list of ${typeOf(schema.items)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.format === 'date-time') return 'time (ISO 8601)';
  return schema.format ?? schema.type ?? 'anything';
};

// JavaScript counts no further than this, so a schema names it where there is no limit.
const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

const range = (least: number | undefined, most: number | undefined, unit: string) => {
  const from = isLimit(least) && least > 0 ? least : undefined;
  if (!isLimit(most)) return from === undefined || !unit ? '' : `at least ${from}${unit}`;
  return from === undefined ? `at most ${most}${unit}` : `${from} to ${most}${unit}`;
};

const limitsOf = (schema: Schema): string => {
  const own = choices(schema)?.find((alternative) => !isNull(alternative)) ?? schema;
  const limits = [
    range(own.minLength, own.maxLength, ' characters'),
    range(own.minimum, own.maximum, ''),
    range(own.minItems, own.maxItems, ' entries'),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ];
  return limits.filter(Boolean).join('; ');
};

// The fields inside an object, a list of objects, or either of them or null.
const inside = (schema: Schema): { schema: Schema; mark: string } | undefined => {
  if (schema.properties) return { schema, mark: '' };
  if (schema.items?.properties) return { schema: schema.items, mark: '[]' };
  const alternatives = (choices(schema) ?? []).filter((alternative) => !isNull(alternative));
  const [only] = alternatives;
  return only && alternatives.length === 1 ? inside(only) : undefined;
};

const fieldsWithin = (schema: Schema, prefix: string): Field[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const deeper = inside(field);
    const required = schema.required?.includes(key) ?? false;
    return [
      { name, type: typeOf(field), limits: limitsOf(field), required },
      ...(deeper ? fieldsWithin(deeper.schema, `${name}${deeper.mark}.`) : []),
    ];
  });

// A list and a choice of objects have no name of their own.
export const fieldsOf = (schema: Schema): Field[] => {
  const alternatives = choices(schema);
  if (alternatives) {
    const all = alternatives.flatMap((alternative) => fieldsWithin(alternative, ''));
    return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  }
  const root = inside(schema);
  return root ? fieldsWithin(root.schema, root.mark ? '[].' : '') : [];
};
