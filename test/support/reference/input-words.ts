import { idPrefix, type JsonSchema, withoutNull } from './json-schema';

/** What an input takes, in words for a table's cell. */
export function inputWords(given: JsonSchema): string {
  const { schema, isNullable } = withoutNull(given);
  return wordsOf(schema) + (isNullable ? ', or null' : '');
}

function wordsOf(schema: JsonSchema): string {
  const { anyOf, type, format, pattern, items, properties, propertyNames } = schema;
  const prefix = idPrefix(schema);
  if (prefix !== undefined) return `\`${prefix}_\` id`;
  if (anyOf) return anyOf.map(inputWords).join(', or ');
  if (schema.enum) return schema.enum.map((value) => `\`${cellText(String(value))}\``).join(', ');
  if (format === 'date-time') return 'timestamp';
  if (pattern?.startsWith('^#')) return 'color, `#RRGGBB`';
  if (type === 'array') return `list of ${plural(items!)}${counts(schema)}`;
  if (properties) return `object: ${Object.entries(properties).map(memberWords(schema)).join('; ')}`;
  if (type === 'object') return `object by ${propertyNames ? wordsOf(propertyNames) : 'key'}`;
  if (type === 'integer' || type === 'number') return numberWords(schema);
  if (type === 'boolean') return 'true or false';
  if (type === 'string') {
    return schema.maxLength === undefined ? 'text' : `text, at most ${grouped(schema.maxLength)} characters`;
  }
  return 'any JSON';
}

const memberWords =
  ({ required = [] }: JsonSchema) =>
  ([name, schema]: [string, JsonSchema]): string =>
    `\`${name}\`${required.includes(name) ? '' : '?'} ${inputWords(schema)}`;

function plural(items: JsonSchema): string {
  return idPrefix(items) === undefined ? `${wordsOf(items)}` : `${wordsOf(items)}s`;
}

function counts({ minItems, maxItems }: JsonSchema): string {
  if (maxItems === undefined) return '';
  return minItems === undefined
    ? ` (at most ${grouped(maxItems)})`
    : ` (${minItems} to ${grouped(maxItems)})`;
}

function numberWords({ type, minimum, maximum }: JsonSchema): string {
  const noun = type === 'integer' ? 'whole number' : 'number';
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum !== undefined && hasMaximum) return `${noun}, ${grouped(minimum)} to ${grouped(maximum)}`;
  if (minimum !== undefined) return `${noun}, at least ${grouped(minimum)}`;
  return hasMaximum ? `${noun}, at most ${grouped(maximum)}` : noun;
}

/** Text in a cell of a table: a bar would end the cell, and a tab is invisible. */
function cellText(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\t', '\\t');
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
