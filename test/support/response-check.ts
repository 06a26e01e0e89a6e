import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { type JsonSchema, wireSchemaOf } from '../../src/modules/api-reference/json-schema';
import { REST_OPERATIONS } from '../../src/modules/api-reference/openapi/rest-operations';
import { type Procedure, ProcedureRegistry } from '../../src/rpc/procedure-registry';
import type { TestApp } from './app';

interface Response {
  status: number;
  body: unknown;
}

interface Declared {
  /** The declaration that the validator is kept for. */
  key: object;
  schemaOf: () => JsonSchema;
}

interface Body {
  result?: { data: { json: unknown } };
  error?: object;
}

const PROCEDURE_PREFIX = '/api/trpc/';
const SHOWN_ERRORS = 10;
const NO_BODY = { const: '' };

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
});

/** Compiled when they are first needed: a worker calls a part of the procedures. */
const validators = new WeakMap<object, ValidateFunction>();

const ROUTES = Object.entries(REST_OPERATIONS).map(([name, operation]) => {
  const [method, path] = name.split(' ') as [string, string];
  return { ...operation, name, method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) };
});

/** Throws unless a successful response is what the API reference publishes for its procedure or route, and no more than that. */
export function checkResponse(app: TestApp, method: string, url: string, response: Response): void {
  if (response.status < 200 || response.status > 299) return;
  const path = decodeURIComponent(new URL(url, 'http://trestle.test').pathname);
  if (path.startsWith(PROCEDURE_PREFIX)) checkCalls(app, path.slice(PROCEDURE_PREFIX.length), response.body);
  else checkRoute(app, method, path, response);
}

/** A single call has one body, a batch has one for each name. Errors are left to their specs. */
function checkCalls(app: TestApp, names: string, body: unknown): void {
  const isBatch = Array.isArray(body);
  const bodies = (isBatch ? body : [body]) as Body[];
  for (const [index, name] of (isBatch ? names.split(',') : [names]).entries()) {
    const { result, error } = bodies[index] ?? {};
    if (error === undefined) checkOutput(registryOf(app).named(name), result?.data.json);
  }
}

/** Files and other responses that are not JSON are left to their specs. */
function checkRoute(app: TestApp, method: string, path: string, { status, body }: Response): void {
  const route = ROUTES.find((each) => each.method === method && each.path.test(path));
  if (route === undefined || route.mediaType !== undefined) return;
  const { name, outputOf, response = NO_BODY } = route;
  if (status !== route.status) throw new Error(`${name} declares ${route.status}, but returned ${status}`);
  if (outputOf === undefined) check(name, body, { key: response, schemaOf: () => response });
  else checkOutput({ name, output: registryOf(app).named(outputOf).output }, body);
}

const registryOf = ({ nest }: TestApp) => nest.get(ProcedureRegistry, { strict: false });

function checkOutput({ name, output }: Pick<Procedure, 'name' | 'output'>, value: unknown): void {
  check(name, value, { key: output, schemaOf: () => wireSchemaOf(output) });
}

function check(name: string, value: unknown, declared: Declared): void {
  const validate = validatorOf(declared);
  if (validate(value)) return;
  const errors = validate.errors!.slice(0, SHOWN_ERRORS).map(messageOf);
  throw new Error(`The response of ${name} does not fit its declared schema:\n${errors.join('\n')}`);
}

function validatorOf({ key, schemaOf }: Declared): ValidateFunction {
  const known = validators.get(key);
  if (known !== undefined) return known;
  const compiled = ajv.compile(closed(schemaOf()));
  validators.set(key, compiled);
  return compiled;
}

function messageOf({ instancePath, keyword, params, message }: ErrorObject): string {
  const inside = keyword === 'additionalProperties' ? [String(params['additionalProperty'])] : [];
  const path = [...instancePath.split('/').slice(1), ...inside].join('.') || 'the output';
  return `${path}: ${inside.length > 0 ? 'is not declared' : message}`;
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
    if (key in result)
      result[key] = Object.fromEntries(
        Object.entries(result[key] as Record<string, JsonSchema>).map(([name, part]) => [name, closed(part)]),
      );
  for (const key of ['items', 'additionalProperties'])
    if (typeof result[key] === 'object') result[key] = closed(result[key] as JsonSchema);
  if ('properties' in result && !('additionalProperties' in result)) result['additionalProperties'] = false;
  return result;
}
