/** The part of JSON Schema that the schemas of procedures come to. */
export interface JsonSchema {
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
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
}

const ID = /^\^([a-z]+)_\[/;

/** `brd` for a schema that takes board ids; undefined for any other. */
export function idPrefix({ pattern }: JsonSchema): string | undefined {
  return pattern === undefined ? undefined : ID.exec(pattern)?.[1];
}

export function isNull({ type }: JsonSchema): boolean {
  return type === 'null';
}

/** The schema without null, and whether null was part of it. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const { anyOf, type } = schema;
  if (anyOf?.some(isNull)) {
    const rest = anyOf.filter((option) => !isNull(option));
    return { schema: rest.length === 1 ? rest[0]! : { ...schema, anyOf: rest }, isNullable: true };
  }
  if (Array.isArray(type) && type.includes('null')) {
    const rest = type.filter((each) => each !== 'null');
    return { schema: { ...schema, type: rest.length === 1 ? rest[0]! : rest }, isNullable: true };
  }
  return { schema, isNullable: false };
}
