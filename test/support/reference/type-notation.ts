import { idPrefix, type JsonSchema, withoutNull } from './json-schema';

/** The name of an object, where it has one. */
export type NameFor = (record: JsonSchema) => string | undefined;

const NO_NAMES: NameFor = () => undefined;

/** What a schema holds, in the notation of TypeScript. Without names everything is spelled out. */
export function typeNotation(given: JsonSchema, nameFor: NameFor = NO_NAMES, indent = ''): string {
  const { schema, isNullable } = withoutNull(given);
  return plainType(schema, nameFor, indent) + (isNullable ? ' | null' : '');
}

/** An object's members, even when it has a name. */
export function objectNotation(
  { properties = {}, required = [] }: JsonSchema,
  nameFor: NameFor,
  indent = '',
): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeNotation(schema, nameFor, inner)};`,
  );
  return `{\n${members.join('\n')}\n${indent}}`;
}

function plainType(schema: JsonSchema, nameFor: NameFor, indent: string): string {
  const { anyOf, type, format, pattern, items, properties } = schema;
  const prefix = idPrefix(schema);
  if (prefix !== undefined) return `'${prefix}_…'`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => `'${String(value)}'`).join(' | ');
  if (anyOf) return anyOf.map((option) => typeNotation(option, nameFor, indent)).join(' | ');
  if (format === 'date-time') return 'Timestamp';
  if (pattern?.startsWith('^#')) return `'#RRGGBB'`;
  if (type === 'array') return listNotation(typeNotation(items!, nameFor, indent));
  if (properties) return nameFor(schema) ?? objectNotation(schema, nameFor, indent);
  if (type === 'object') return '{ [key: string]: Json }';
  if (type === 'integer' || type === 'number') return 'number';
  return typeof type === 'string' ? type : 'Json';
}

function listNotation(items: string): string {
  return items.includes(' | ') && !items.startsWith('{') ? `(${items})[]` : `${items}[]`;
}
