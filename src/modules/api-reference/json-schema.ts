import { z } from 'zod';

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  $ref?: string;
  pattern?: string;
  format?: string;
  default?: unknown;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** The JSON Schema (draft 2020-12) of what the wire carries, with its recursive parts below `$defs`. */
export function wireSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as JsonSchema;
}

/**
 * The JSON Schema (draft 2020-12) of what the wire carries, before text becomes a date. A check that is a function has no form
 * there. Recursive parts are moved to `shared` under names that begin with `name`, because `#/$defs` would refer to the root of
 * the document that contains the schema.
 */
export function jsonSchemaOf(schema: z.ZodType, name: string, shared: Map<string, JsonSchema>): JsonSchema {
  const own = wireSchemaOf(schema);
  const { $defs = {}, ...root } = own;
  const isRecursive = JSON.stringify(own).includes('"$ref":"#"');
  const relocate = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(relocate);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string' ? relocated(value, name) : relocate(value),
      ]),
    );
  };
  for (const [key, part] of Object.entries($defs as object)) {
    shared.set(`${name}.${nameOfPart(key)}`, relocate(part) as JsonSchema);
  }
  const moved = relocate(root) as JsonSchema;
  if (!isRecursive) return moved;
  shared.set(name, moved);
  return schemaReference(name);
}

export function schemaReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function relocated(reference: string, name: string): string {
  const part = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
  return schemaReference(part === undefined ? name : `${name}.${nameOfPart(part)}`).$ref!;
}

/** zod names anonymous parts `__schema0`. */
function nameOfPart(key: string): string {
  return key.replace(/^__schema/, 'part');
}
