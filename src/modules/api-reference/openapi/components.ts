import { SCOPES } from '../../../access/scope';
import { ERROR_CODES, type ErrorCode } from '../../../kernel/error-code';
import { type JsonSchema, schemaReference } from '../json-schema';
import { ERROR_REASONS } from './error-reasons';

/** Codes of errors that any call can have; a call without credentials has no 401 or 403 of its own. */
const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/** The codes that share a status are described together. */
export const ERROR_STATUSES = [...new Set(CODES.map((code) => ERROR_CODES[code].httpStatus))].toSorted(
  (a, b) => a - b,
);

const text = { type: 'string' };
const integer = { type: 'integer' };

const HEADERS: Readonly<Record<string, [description: string, schema: JsonSchema]>> = {
  'X-Request-Id': ['The id of the request, in the log and the audit log', text],
  'X-RateLimit-Limit': ['Calls per minute of the limit with the fewest calls left', integer],
  'X-RateLimit-Remaining': ['Calls left in the current minute', integer],
  'X-RateLimit-Reset': ['When the minute ends, in seconds since 1970', integer],
  'Retry-After': ['Seconds after which a retry may succeed', integer],
};

const ON_EVERY_RESPONSE = Object.fromEntries(
  Object.keys(HEADERS)
    .filter((name) => name !== 'Retry-After')
    .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const WITH_RETRY = { ...ON_EVERY_RESPONSE, 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

/** Headers that every counted response has. */
export const RESPONSE_HEADERS = ON_EVERY_RESPONSE;

export const ORGANIZATION_PARAMETER = { $ref: '#/components/parameters/Organization' };
export const IDEMPOTENCY_PARAMETER = { $ref: '#/components/parameters/IdempotencyKey' };
export const DRY_RUN_PARAMETER = { $ref: '#/components/parameters/DryRun' };

/** References to the errors that a call can return; `codes` leaves out those that do not apply. */
export function errorResponses(statuses: readonly number[] = ERROR_STATUSES): Record<string, object> {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${status}` }]),
  );
}

export function components(schemas: ReadonlyMap<string, JsonSchema>): object {
  return {
    schemas: { ...ERROR_SCHEMAS, ...Object.fromEntries(schemas) },
    responses: Object.fromEntries(ERROR_STATUSES.map((status) => [String(status), errorResponse(status)])),
    parameters: {
      Organization: {
        name: 'x-tenant-id',
        in: 'header',
        description:
          'The id or slug of the organization, on a host that does not name one. Not needed with a token, which belongs to one organization',
        schema: text,
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'A unique value of your choice. Repeating the call with the same key within 24 hours returns the first response and changes nothing; with another input, the call is rejected with 409',
        schema: text,
      },
      DryRun: {
        name: 'X-Dry-Run',
        in: 'header',
        description:
          '`1` runs the call in a transaction that is rolled back: it returns the response of a real call with the header `X-Dry-Run: 1`, and nothing is written or sent',
        schema: { type: 'string', enum: ['0', '1'] },
      },
    },
    headers: Object.fromEntries(
      Object.entries(HEADERS).map(([name, [description, schema]]) => [name, { description, schema }]),
    ),
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'A personal access token (`svc_pat_…`) or an OAuth access token',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'session',
        description:
          'The session of a browser, which has every scope. On https the name of the cookie is `__Host-session`',
      },
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: '/oauth/authorize',
            tokenUrl: '/oauth/token',
            refreshUrl: '/oauth/token',
            scopes: Object.fromEntries(SCOPES.map((scope) => [scope, `The scope ${scope}`])),
          },
        },
      },
    },
  };
}

const SHAPE = {
  message: { type: 'string', description: 'A message for users' },
  code: { type: 'integer', description: "tRPC's number of the code" },
  data: schemaReference('ErrorData'),
};

const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ErrorData: {
    type: 'object',
    required: ['code', 'httpStatus', 'path'],
    properties: {
      code: { type: 'string', enum: CODES },
      httpStatus: { type: 'integer', enum: ERROR_STATUSES },
      path: { type: 'string', description: 'The name of the procedure, or the path of the route' },
      reason: {
        type: 'string',
        enum: [...ERROR_REASONS],
        description: 'Distinguishes errors with the same code, for programs',
      },
      location: {
        type: 'string',
        format: 'uri',
        description: 'With `other_cell`: the address of the organization',
      },
      issues: {
        type: 'array',
        description: 'The rejected fields of the input',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: {
            path: { type: 'string' },
            message: { type: 'string' },
            current: { description: 'The current value, where the input has another `expectedValue`' },
          },
        },
      },
    },
  },
  ErrorShape: { type: 'object', required: Object.keys(SHAPE), properties: SHAPE },
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: [...Object.keys(SHAPE), 'json'],
        properties: {
          ...SHAPE,
          json: { ...schemaReference('ErrorShape'), description: 'A copy, for clients with a transformer' },
        },
      },
    },
  },
};

function errorResponse(status: number): object {
  const codes = CODES.filter((code) => ERROR_CODES[code].httpStatus === status);
  return {
    description: codes.join(', '),
    headers: status === 429 || status === 503 ? WITH_RETRY : ON_EVERY_RESPONSE,
    content: { 'application/json': { schema: schemaReference('Error') } },
  };
}
