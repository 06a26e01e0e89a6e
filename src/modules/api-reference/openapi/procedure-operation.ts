import type { Requirement } from '../../../access/requirement';
import type { NamedDeclaration } from '../../../rpc/procedure.decorator';
import { type JsonSchema, jsonSchemaOf } from '../json-schema';
import {
  errorResponses,
  DRY_RUN_PARAMETER,
  IDEMPOTENCY_PARAMETER,
  ORGANIZATION_PARAMETER,
  RESPONSE_HEADERS,
} from './components';
import { exampleOf } from './example-of';
import { PROCEDURE_EXAMPLES } from './procedure-examples';

const NO_INPUT: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** The path item of a procedure, in tRPC's wire format: a query is a GET with `input`, a mutation a POST. */
export function procedurePath(
  procedure: NamedDeclaration,
  shared: Map<string, JsonSchema>,
): [path: string, item: object] {
  const { name, kind } = procedure;
  return [
    `/api/trpc/${name}`,
    kind === 'query' ? { get: query(procedure, shared) } : { post: mutation(procedure, shared) },
  ];
}

/** The input of the example of a procedure. */
export function procedureExample(name: string, input: JsonSchema): object {
  return PROCEDURE_EXAMPLES[name] ?? (exampleOf(input) as object);
}

/** The alternatives of credentials. The names beside `oauth` are the scopes that its token needs. */
export function securityOf({ scope, isSessionOnly }: Requirement): object[] {
  return isSessionOnly === true
    ? [{ session: [] }]
    : [{ token: [scope] }, { oauth: [scope] }, { session: [] }];
}

function query(procedure: NamedDeclaration, shared: Map<string, JsonSchema>): object {
  const { content, isRequired } = inputOf(procedure, shared);
  return {
    ...operation(procedure, shared),
    parameters: [
      {
        name: 'input',
        in: 'query',
        description: 'The input as JSON, under the key `json`',
        required: isRequired,
        content,
      },
      ORGANIZATION_PARAMETER,
    ],
  };
}

function mutation(procedure: NamedDeclaration, shared: Map<string, JsonSchema>): object {
  const { content, isRequired } = inputOf(procedure, shared);
  return {
    ...operation(procedure, shared),
    parameters: [ORGANIZATION_PARAMETER, IDEMPOTENCY_PARAMETER, DRY_RUN_PARAMETER],
    requestBody: { required: isRequired, content },
  };
}

function inputOf({ name, input }: NamedDeclaration, shared: Map<string, JsonSchema>) {
  const schema = input === undefined ? NO_INPUT : jsonSchemaOf(input, `${name}.input`, shared);
  return {
    isRequired: (schema.required ?? []).length > 0,
    content: {
      'application/json': {
        schema: inEnvelope(schema),
        example: { json: procedureExample(name, schema) },
      },
    },
  };
}

function operation(procedure: NamedDeclaration, shared: Map<string, JsonSchema>): object {
  const { name, description, output, scope, role } = procedure;
  const requirement = `Scope \`${scope}\`, lowest role \`${role}\``;
  return {
    operationId: name,
    tags: [tagOf(name)],
    summary: name,
    description: description === undefined ? requirement : `${description}\n\n${requirement}`,
    security: securityOf(procedure),
    'x-scope': scope,
    'x-role': role,
    responses: {
      200: {
        description: 'The result, under `result.data.json`',
        headers: RESPONSE_HEADERS,
        content: {
          'application/json': {
            schema: object({
              result: object({ data: inEnvelope(jsonSchemaOf(output, `${name}.output`, shared)) }),
            }),
          },
        },
      },
      ...errorResponses(),
    },
  };
}

export function tagOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

function inEnvelope(schema: JsonSchema): JsonSchema {
  return object({ json: schema });
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}
