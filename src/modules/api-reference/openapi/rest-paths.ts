import type { DeclaredRoute } from '../../../http/routes/declared-routes';
import type { JsonSchema } from '../json-schema';
import {
  errorResponses,
  IDEMPOTENCY_PARAMETER,
  ORGANIZATION_PARAMETER,
  RESPONSE_HEADERS,
} from './components';
import { securityOf } from './procedure-operation';
import { REST_OPERATIONS, type RestOperation } from './rest-operations';

const PARAMETER = /:(\w+)/g;

type FindOutput = (procedure: string) => JsonSchema;

/**
 * The path items of the HTTP routes that programs call, of which some return the output of a procedure. Pages, redirects of
 * sign-in and protocols have no entry.
 */
export function restPaths(routes: readonly DeclaredRoute[], outputOf: FindOutput): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const described = REST_OPERATIONS[`${route.method} ${route.path}`];
    if (described === undefined) continue;
    const path = route.path.replaceAll(PARAMETER, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, described, outputOf) };
  }
  return paths;
}

function keyOf({ method, path }: DeclaredRoute): string {
  return `${path} ${method}`;
}

function operation(
  { method, path, requirement }: DeclaredRoute,
  described: RestOperation,
  outputOf: FindOutput,
): object {
  const { summary, body, status } = described;
  return {
    operationId: `${method} ${path}`,
    tags: ['http'],
    summary,
    security: requirement === null ? [] : securityOf(requirement),
    parameters: parametersOf(path, requirement !== null, described),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [body.mediaType]: {
                schema: body.schema,
                ...(body.example === undefined ? {} : { example: body.example }),
              },
            },
          },
        }),
    responses: {
      [status]: { description: summary, headers: RESPONSE_HEADERS, ...contentOf(described, outputOf) },
      ...errorResponses(),
      ...furtherResponses(described),
      ...failureOf(described),
    },
  };
}

/** The schema of a JSON response; undefined for a response without a body, or with another type. */
export function responseSchema(
  { response, outputOf: procedure, outputs }: RestOperation,
  outputOf: FindOutput,
): JsonSchema | undefined {
  if (procedure !== undefined) return outputOf(procedure);
  if (response === undefined || outputs === undefined) return response;
  const added = Object.entries(outputs).map(([key, name]) => [key, outputOf(name)] as const);
  return {
    ...response,
    properties: { ...response.properties, ...Object.fromEntries(added) },
    required: [...response.required!, ...Object.keys(outputs)],
  };
}

function contentOf(described: RestOperation, outputOf: FindOutput): object {
  const schema = responseSchema(described, outputOf);
  if (schema !== undefined) return jsonContent(schema);
  return described.mediaType === undefined ? {} : { content: { [described.mediaType]: {} } };
}

function jsonContent(schema: JsonSchema): object {
  return { content: { 'application/json': { schema } } };
}

function furtherResponses({ furtherStatuses = {}, mediaType }: RestOperation): object {
  return Object.fromEntries(
    Object.entries(furtherStatuses).map(([status, description]) => [
      status,
      {
        description,
        headers: RESPONSE_HEADERS,
        ...(status === '206' ? { content: { [mediaType!]: {} } } : {}),
      },
    ]),
  );
}

function failureOf({ failure }: RestOperation): object {
  if (failure === undefined) return {};
  const { status, summary, response } = failure;
  return { [status]: { description: summary, headers: RESPONSE_HEADERS, ...jsonContent(response) } };
}

function parametersOf(
  path: string,
  isInOrganization: boolean,
  { query = {}, isIdempotent }: RestOperation,
): object[] {
  return [
    ...[...path.matchAll(PARAMETER)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: true, schema })),
    ...(isInOrganization ? [ORGANIZATION_PARAMETER] : []),
    ...(isIdempotent === true ? [IDEMPOTENCY_PARAMETER] : []),
  ];
}
