import { type JsonSchema, wireSchemaOf } from '../../../src/modules/api-reference/json-schema';
import { REST_OPERATIONS } from '../../../src/modules/api-reference/openapi/rest-operations';
import { responseSchema } from '../../../src/modules/api-reference/openapi/rest-paths';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import type { TestApp } from '../app';
import { checkError, checkErrorHeaders, checkRetry } from './error-check';
import { decodedPathOf, type Exchange, isJson, mediaTypeOf, pathOf } from './exchange';
import { checkMcp, MCP_PATH } from './mcp-check';
import { checkOAuth, OAUTH_PATH } from './oauth-check';
import { checkConstant, checkSchema } from './schema-check';
import { checkScim, SCIM_PATH } from './scim-check';

interface Body {
  result?: { data: { json: unknown } };
  error?: object;
}

const PROCEDURE_PREFIX = '/api/trpc/';
/** Errors repeat so much of a path (src/http/bodies/acceptable-input.ts). */
const SHOWN_PATH = 200;
const NO_BODY = { const: '' };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const object = (key: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [key]: schema },
  required: [key],
});
const RESULT = object('result', object('data', object('json', {})));

const ROUTES = Object.entries(REST_OPERATIONS).map(([name, operation]) => {
  const [method, path] = name.split(' ') as [string, string];
  return {
    ...operation,
    operation,
    name,
    method,
    path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  };
});
type Route = (typeof ROUTES)[number];

/**
 * Throws unless a response is what the API reference publishes for its procedure or route, and no more than that: successes and
 * errors of procedures, HTTP routes and protocols. Redirects and pages are left to their specs, and so is the content of files.
 * Without the application, because it is a process, outputs of procedures are left to their specs too.
 */
export function checkResponse(app: TestApp | null, exchange: Exchange): void {
  const { method, status } = exchange;
  const path = decodedPathOf(exchange);
  if (method === 'HEAD' || REDIRECTS.has(status)) return;
  if (status >= 400 && isJson(exchange) && !isDeclaredFailure(exchange)) checkErrorHeaders(exchange);
  if (SCIM_PATH.test(path)) checkScim(exchange);
  else if (MCP_PATH.test(path)) checkMcp(exchange, (name, output) => checkOutput(app, name, output));
  else if (OAUTH_PATH.test(path) && !isApiError(exchange)) checkOAuth(exchange);
  else if (path.startsWith(PROCEDURE_PREFIX)) checkCalls(app, exchange);
  else checkRoute(app, exchange);
}

/** A single call has one body, a batch has one for each name; a batch that cannot be parsed has one as a whole. */
function checkCalls(app: TestApp | null, exchange: Exchange): void {
  const { status, headers, body } = exchange;
  const path = decodedPathOf(exchange).slice(PROCEDURE_PREFIX.length);
  if (!Array.isArray(body) && status >= 400) return checkFailure(exchange);
  const bodies = (Array.isArray(body) ? body : [body]) as Body[];
  const names = Array.isArray(body) ? path.split(',') : [path];
  if (bodies.length !== names.length) throw new Error(`${path} has ${bodies.length} bodies`);
  const statuses = names.map((name, index) => {
    const each = bodies[index]!;
    if (each.result === undefined) {
      const failed = checkError(name, each, [name]);
      checkRetry(name, { status: failed, headers });
      return failed;
    }
    checkConstant(name, each, RESULT);
    checkOutput(app, name, each.result.data.json);
    return 200;
  });
  const isMixed = statuses.some((each) => each !== statuses[0]);
  if (status !== (isMixed ? 207 : statuses[0]))
    throw new Error(`${path} returned ${status} for ${statuses.join(', ')}`);
}

function checkRoute(app: TestApp | null, exchange: Exchange): void {
  const { method, status, body } = exchange;
  const route = routeOf(exchange);
  if (route?.furtherStatuses?.[status] !== undefined) checkFurther(exchange, route);
  else if (isDeclaredFailure(exchange)) checkConstant(route!.name, body, route!.failure!.response);
  else if (status >= 400) checkFailure(exchange);
  else if (route !== undefined) checkSuccess(app, exchange, route);
  else if (isJson(exchange))
    throw new Error(`Nothing declares the response of ${method} ${decodedPathOf(exchange)}`);
}

function routeOf(exchange: Exchange): Route | undefined {
  const path = decodedPathOf(exchange);
  return ROUTES.find((route) => route.method === exchange.method && route.path.test(path));
}

/** Probes have a body of their own when they fail. */
function isDeclaredFailure(exchange: Exchange): boolean {
  return exchange.status === routeOf(exchange)?.failure?.status && !isApiError(exchange);
}

function checkSuccess(app: TestApp | null, exchange: Exchange, route: Route): void {
  const { status, body } = exchange;
  const { name, mediaType, outputOf } = route;
  if (status !== route.status) throw new Error(`${name} declares ${route.status}, but returned ${status}`);
  if (mediaType !== undefined) return checkMediaType(exchange, route);
  if (outputOf !== undefined) return checkOutput(app, name, body, outputOf);
  if (app === null && route.outputs !== undefined) return;
  const schemaOf = () =>
    responseSchema(route, (procedure) => wireSchemaOf(procedureOf(app!, procedure).output)) ?? NO_BODY;
  checkSchema(name, body, { key: route.operation, schemaOf });
}

/** A part of a file, or no body. */
function checkFurther(exchange: Exchange, route: Route): void {
  if (exchange.status === 206) checkMediaType(exchange, route);
  else checkConstant(route.name, exchange.body, NO_BODY);
}

function checkMediaType(exchange: Exchange, { name, mediaType }: Route): void {
  const [type, subtype] = mediaType!.split('/') as [string, string];
  const [sentType, sentSubtype] = mediaTypeOf(exchange).split('/');
  if ((type !== '*' && type !== sentType) || (subtype !== '*' && subtype !== sentSubtype))
    throw new Error(`${name} declares ${mediaType}, but returned ${mediaTypeOf(exchange)}`);
}

/** Of a route that no protocol has. Browsers get pages instead. */
function checkFailure(exchange: Exchange): void {
  const { method, status, body } = exchange;
  if (mediaTypeOf(exchange) === 'text/html') return;
  const paths = [pathOf(exchange), decodedPathOf(exchange)].map((path) =>
    shown(path.startsWith(PROCEDURE_PREFIX) ? path.slice(PROCEDURE_PREFIX.length) : path),
  );
  const name = `${method} ${paths[0]}`;
  if (checkError(name, body, paths) !== status)
    throw new Error(`The error of ${name} has the status ${status}`);
}

const shown = (path: string) => (path.length > SHOWN_PATH ? `${path.slice(0, SHOWN_PATH)}…` : path);

const isApiError = ({ status, body }: Exchange): boolean =>
  status >= 400 && typeof body === 'object' && typeof (body as Body | null)?.error === 'object';

const procedureOf = ({ nest }: TestApp, name: string): Procedure =>
  nest.get(ProcedureRegistry, { strict: false }).named(name);

function checkOutput(app: TestApp | null, name: string, value: unknown, procedure = name): void {
  if (app === null) return;
  const { output } = procedureOf(app, procedure);
  checkSchema(name, value, { key: output, schemaOf: () => wireSchemaOf(output) });
}
