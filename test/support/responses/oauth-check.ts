import type { JsonSchema } from '../../../src/modules/api-reference/json-schema';
import { decodedPathOf, type Exchange } from './exchange';
import { checkNoInternals } from './internals';
import { checkConstant } from './schema-check';

/** The endpoints of OAuth for programs, whose bodies RFC 6749, 7009, 7662, 8414 and 9728 prescribe (docs/oauth.md). */
export const OAUTH_PATH = /^\/(oauth\/(token|revoke|introspect)\/?|\.well-known\/oauth-.+)$/;

const text: JsonSchema = { type: 'string', minLength: 1 };
const seconds: JsonSchema = { type: 'integer', minimum: 1 };
const texts: JsonSchema = { type: 'array', items: text, minItems: 1 };
const url: JsonSchema = { type: 'string', format: 'uri' };

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, required };
}

const introspection = { active: { const: true }, scope: text, client_id: text, exp: seconds, sub: text };

const SUCCESSES: Readonly<Record<string, JsonSchema>> = {
  '/oauth/token': object({
    access_token: { type: 'string', pattern: '^svc_oat_' },
    token_type: { const: 'bearer' },
    expires_in: seconds,
    refresh_token: { type: 'string', pattern: '^svc_ort_' },
    scope: text,
  }),
  '/oauth/revoke': object({}),
  '/oauth/introspect': {
    oneOf: [
      object({ active: { const: false } }),
      object({
        ...introspection,
        token_type: { const: 'bearer' },
        iat: seconds,
        iss: url,
        organization_id: text,
      }),
      object({ ...introspection, iss: url, organization_id: text }),
    ],
  },
  '/.well-known/oauth-authorization-server': object({
    issuer: url,
    authorization_endpoint: url,
    token_endpoint: url,
    revocation_endpoint: url,
    introspection_endpoint: url,
    scopes_supported: texts,
    response_types_supported: { const: ['code'] },
    response_modes_supported: { const: ['query'] },
    grant_types_supported: texts,
    code_challenge_methods_supported: { const: ['S256'] },
    token_endpoint_auth_methods_supported: texts,
    revocation_endpoint_auth_methods_supported: texts,
    introspection_endpoint_auth_methods_supported: texts,
    authorization_response_iss_parameter_supported: { const: true },
  }),
  '/.well-known/oauth-protected-resource/api/mcp': object({
    resource: url,
    authorization_servers: texts,
    bearer_methods_supported: { const: ['header'] },
    resource_name: text,
  }),
};

/** The statuses that each error can have: RFC 6749 names 400 and 401, HTTP the others. */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  invalid_request: [400, 404, 405, 408, 413, 431],
  invalid_client: [401],
  invalid_grant: [400],
  unauthorized_client: [400],
  unsupported_grant_type: [400],
  unsupported_token_type: [400],
  invalid_scope: [400],
  access_denied: [403],
  temporarily_unavailable: [429, 503],
  server_error: [500],
};

/** The characters of RFC 6749, 5.2. */
const ERROR = object({
  error: { enum: Object.keys(STATUSES) },
  error_description: { type: 'string', pattern: '^[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]+$' },
});

/** Throws unless a response of the endpoints for programs is what their standards prescribe. */
export function checkOAuth(exchange: Exchange): void {
  const { method, status, body } = exchange;
  const path = decodedPathOf(exchange).replace(/\/$/, '');
  const name = `${method} ${path}`;
  if (status < 400) {
    const schema = SUCCESSES[path];
    if (schema === undefined || status !== 200) throw new Error(`Nothing declares ${status} of ${name}`);
    return checkConstant(name, body, schema);
  }
  checkConstant(name, body, ERROR);
  const { error, error_description: description } = body as { error: string; error_description: string };
  if (!STATUSES[error]!.includes(status)) throw new Error(`${name} returned ${status} with ${error}`);
  checkNoInternals(name, [description]);
}
