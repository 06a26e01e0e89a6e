import type { JsonSchema } from '../json-schema';

const ID = /^\^([a-z]+)_\[/;
const EXAMPLE_ULIDS = ['01JZ8Q5W7T2V4X6Y8Z0A1B2C3D', '01JZ8Q5W7T2V4X6Y8Z0A1B2C3E'] as const;

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:00:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** An example id of the noun with this prefix; with 1, of another record. */
export function exampleId(prefix: string, record: 0 | 1 = 0): string {
  return `${prefix}_${EXAMPLE_ULIDS[record]}`;
}

/** A value that fits the schema: the required fields, with ids, times and texts of the expected form. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (first !== undefined) return exampleOf(first, name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, key)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
        exampleOf(schema.items ?? {}, name),
      );
    case 'string':
      return exampleText(schema, name);
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'any JSON value';
  }
}

function exampleText({ pattern, format }: JsonSchema, name: string): string {
  const prefix = pattern === undefined ? undefined : ID.exec(pattern)?.[1];
  if (prefix !== undefined) return exampleId(prefix);
  const formatted = format === undefined ? undefined : BY_FORMAT[format];
  return formatted ?? `Example ${name || 'text'}`;
}
