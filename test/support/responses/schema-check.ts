import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import type { JsonSchema } from '../../../src/modules/api-reference/json-schema';

export interface Declared {
  /** The declaration that the validator is kept for. */
  key: object;
  schemaOf: () => JsonSchema;
}

const SHOWN_ERRORS = 20;
/** Keywords whose message does not say what was found. */
const SHOWN_VALUES = new Set(['enum', 'const', 'pattern', 'format']);

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  verbose: true,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    uri: (text: string) => URL.canParse(text),
  },
});
// Where the schemas are that references of a document lead to.
ajv.addVocabulary(['components']);

/** Compiled when they are first needed: a worker calls a part of the procedures. */
const validators = new WeakMap<object, ValidateFunction>();

/** Throws unless the value is what the schema declares, and no more than that. */
export function checkSchema(name: string, value: unknown, declared: Declared): void {
  const validate = validatorOf(declared);
  if (validate(value)) return;
  const errors = validate.errors!.slice(0, SHOWN_ERRORS).map(messageOf);
  throw new Error(`The response of ${name} does not fit its declared schema:\n${errors.join('\n')}`);
}

/** A schema that does not change, as its own declaration. */
export function checkConstant(name: string, value: unknown, schema: JsonSchema): void {
  checkSchema(name, value, { key: schema, schemaOf: () => schema });
}

function validatorOf({ key, schemaOf }: Declared): ValidateFunction {
  const known = validators.get(key);
  if (known !== undefined) return known;
  const compiled = ajv.compile(closed(schemaOf()));
  validators.set(key, compiled);
  return compiled;
}

function messageOf({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const inside = keyword === 'additionalProperties' ? [String(params['additionalProperty'])] : [];
  const path = [...instancePath.split('/').slice(1), ...inside].join('.') || 'the output';
  const value = SHOWN_VALUES.has(keyword) ? `, not ${JSON.stringify(data)}` : '';
  return `${path}: ${inside.length > 0 ? 'is not declared' : message}${value}`;
}

/**
 * The same schema without undeclared properties. The published schema allows them, so that a release can add some; an object
 * that is open on purpose has `additionalProperties`.
 */
function closed(schema: JsonSchema): JsonSchema {
  const result = { ...schema };
  for (const key of ['anyOf', 'oneOf', 'prefixItems'])
    if (key in result) result[key] = (result[key] as JsonSchema[]).map(closed);
  for (const key of ['properties', '$defs'])
    if (key in result) result[key] = closedEach(result[key] as Record<string, JsonSchema>);
  for (const key of ['items', 'additionalProperties'])
    if (typeof result[key] === 'object') result[key] = closed(result[key] as JsonSchema);
  if ('properties' in result && !('additionalProperties' in result)) result['additionalProperties'] = false;
  const { schemas } = (result['components'] ?? {}) as { schemas?: Record<string, JsonSchema> };
  if (schemas !== undefined) result['components'] = { schemas: closedEach(schemas) };
  return result;
}

function closedEach(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]));
}
