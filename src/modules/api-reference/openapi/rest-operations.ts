import type { JsonSchema } from '../json-schema';

/** An HTTP route that is no procedure: plain bodies without the envelope. Its credential is that of the route's declaration. */
export interface RestOperation {
  summary: string;
  /** The status of success. */
  status: number;
  /** The schema of a JSON response; absent for a response without a body. */
  response?: JsonSchema;
  /** The procedure whose output the JSON response is. */
  outputOf?: string;
  /** Further properties of the response, each with the procedure whose output it is. */
  outputs?: Record<string, string>;
  /** Further statuses, whose responses have no JSON, with what they mean. */
  furtherStatuses?: Record<number, string>;
  /** A status of failure with a body that is not that of errors. */
  failure?: { status: number; summary: string; response: JsonSchema };
  /** The type of a response that is not JSON. */
  mediaType?: string;
  body?: { mediaType: string; schema: JsonSchema; example?: object };
  query?: Record<string, JsonSchema>;
  isIdempotent?: boolean;
}

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const email: JsonSchema = { type: 'string', format: 'email' };
const password: JsonSchema = { type: 'string', minLength: 8, maxLength: 128 };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const anyObject: JsonSchema = { type: 'object' };
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function json(schema: JsonSchema, example: object): RestOperation['body'] {
  return { mediaType: 'application/json', schema, example };
}

const binary: JsonSchema = { type: 'string', format: 'binary' };
const uploads: RestOperation['body'] = {
  mediaType: 'multipart/form-data',
  schema: object({ file: list(binary) }),
};
const files = object({
  files: list(object({ id: text, name: text, url: text, size: { type: 'integer' }, type: text })),
});
const success = object({ success: { const: true } });
const user = object({ id: text, email: text, name: text, avatar: nullable(text), isServiceAccount: flag });
const membership = object({ organizationId: text, organizationSlug: text, role: text });
const provider = object({ id: text, name: text, path: text });
const signOn = object({ type: { enum: ['saml', 'oidc'] }, path: text, isEnforced: flag });
const checkResult: JsonSchema = { enum: ['ok', 'error', 'disabled'] };
const latencyMs: JsonSchema = { type: 'number' };
const checks = object({
  database: checkResult,
  migrations: checkResult,
  redis: checkResult,
  jobs: checkResult,
  storage: checkResult,
});
const working = (more: Record<string, JsonSchema> = {}) => object({ status: { const: 'ok' }, ...more });
const workingIfUsed = (more: Record<string, JsonSchema> = {}): JsonSchema => ({
  oneOf: [working(more), object({ status: { const: 'disabled' } })],
});
const broken = (summary: string, more: Record<string, JsonSchema> = {}): RestOperation['failure'] => ({
  status: 503,
  summary,
  response: object({ status: { const: 'error' }, error: text, ...more }),
});

/** RFC 9110, sections 13 and 14. */
const UNCHANGED = { 304: 'The client has the current content' };
const RANGES = { 206: 'The requested range', ...UNCHANGED, 416: 'The content has no such range' };

/** Keyed by method and path. */
export const REST_OPERATIONS: Readonly<Record<string, RestOperation>> = {
  'POST /api/auth/register': {
    summary: 'Create an account, with a new organization or by an invitation',
    status: 201,
    body: json(
      object(
        {
          name: text,
          email,
          password,
          organizationName: nullable(text),
          organizationSlug: nullable(text),
          invitationToken: nullable(text),
        },
        ['name', 'email', 'password'],
      ),
      {
        name: 'Ada',
        email: 'ada@example.com',
        password: 'choose-your-own',
        organizationName: 'Analytical Engines',
      },
    ),
    response: object({ user }),
    outputs: { organization: 'organizations.get' },
  },
  'POST /api/auth/signin': {
    summary: 'Sign in with a password, and with a second factor if the account has one',
    status: 200,
    body: json(object({ email, password: text, code: nullable(text) }, ['email', 'password']), {
      email: 'ada@example.com',
      password: 'choose-your-own',
    }),
    response: object({ user, memberships: list(membership) }),
  },
  'POST /api/auth/signout': { summary: 'End the session', status: 204 },
  'POST /api/auth/forgot-password': {
    summary: 'Send a link to reset the password',
    status: 202,
    body: json(object({ email }), { email: 'ada@example.com' }),
    response: success,
  },
  'POST /api/auth/resend-confirmation': {
    summary: 'Send the link that confirms an e-mail address again',
    status: 202,
    body: json(object({ email }), { email: 'ada@example.com' }),
    response: success,
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a new password with the token of a link; ends every session of the user',
    status: 204,
    body: json(object({ token: text, password }), {
      token: 'the-token-of-the-link',
      password: 'another-of-your-own',
    }),
  },
  'POST /api/auth/tokens': {
    summary: 'Create a personal access token; a token creates one with a subset of its own scopes',
    status: 201,
    body: json(
      object(
        {
          name: text,
          scopes: list({ type: 'string', enum: ['read', 'write', 'delete', 'admin', 'webhooks'] }),
          expiresIn: nullable({
            type: 'string',
            description: 'A duration such as 12h, 90d, 6w or 1y, at most 366 days',
          }),
          workspaceIds: nullable({
            ...list(text),
            description: 'Up to 50 workspaces outside of which the token sees nothing',
          }),
          boardIds: nullable({
            ...list(text),
            description: 'Up to 50 boards outside of which the token sees nothing; without `workspaceIds`',
          }),
          allowedCidrs: nullable({
            ...list(text),
            description: 'Up to 20 addresses or CIDRs from which the token can be used',
          }),
        },
        ['name', 'scopes'],
      ),
      { name: 'Reports', scopes: ['read'], expiresIn: '90d' },
    ),
    outputOf: 'auth.tokens.create',
    isIdempotent: true,
  },
  'POST /api/auth/tokens/leaked': {
    summary: 'Report a personal access token that was found in public; it is revoked',
    status: 202,
    body: json(object({ token: text }), { token: 'svc_pat_a-token-that-was-found-in-public' }),
    response: success,
  },
  'GET /api/auth/providers': {
    summary: 'The ways to sign in on this host',
    status: 200,
    response: object({
      password: flag,
      registration: { enum: ['open', 'invite', 'closed'] },
      providers: list(provider),
      sso: nullable(signOn),
    }),
  },
  'POST /api/files': {
    summary: 'Upload files, in the field `file`',
    status: 201,
    body: uploads,
    response: files,
    isIdempotent: true,
  },
  'GET /api/files/:id': {
    summary: 'Download a file',
    status: 200,
    mediaType: '*/*',
    furtherStatuses: RANGES,
  },
  'GET /api/files/:id/thumbnail': {
    summary: 'Download the thumbnail of an image',
    status: 200,
    mediaType: 'image/*',
    furtherStatuses: RANGES,
  },
  'POST /api/forms/:id/files': {
    summary: 'Upload files for a field of a public form',
    status: 201,
    body: uploads,
    response: files,
  },
  'POST /api/forms/:id/submit': {
    summary: 'Submit a public form; each key is the key of a field',
    status: 200,
    body: json(anyObject, { subject: 'A broken lamp' }),
    response: object({ success: flag, message: text, submissionId: text }),
  },
  'GET /api/boards/:id/export': {
    summary: 'Download the items of a board',
    status: 200,
    query: { format: { type: 'string', enum: ['csv', 'json', 'xlsx'] } },
    mediaType: '*/*',
  },
  'POST /api/boards/import': {
    summary:
      'Import a large file: the file in the field `file`, the input of boards.import as JSON in `input`',
    status: 200,
    body: { mediaType: 'multipart/form-data', schema: object({ input: text, file: binary }) },
    outputOf: 'boards.import',
    isIdempotent: true,
  },
  'GET /api/audit/export': { summary: 'Download the audit log', status: 200, mediaType: '*/*' },
  'GET /api/audit/keys': {
    summary: 'The public keys of sealed audit logs',
    status: 200,
    response: object({ keys: list(object({ id: text, publicKey: text })) }),
  },
  'GET /api/organizations/exports/:id': {
    summary: 'Download the archive of an organization',
    status: 200,
    mediaType: '*/*',
  },
  'POST /api/automations/:id/hook/:secret': {
    summary: 'Run an automation with the trigger webhook.received',
    status: 202,
    body: json(anyObject, { order: 100 }),
    response: object({ executionId: text }),
  },
  'GET /api/health': {
    summary: 'Whether the process runs',
    status: 200,
    response: working({ version: text, uptimeSeconds: { type: 'integer' } }),
  },
  'GET /api/health/db': {
    summary: 'Whether the database responds',
    status: 200,
    response: working({ latencyMs }),
    failure: broken('The database does not respond'),
  },
  'GET /api/health/redis': {
    summary: 'Whether Redis responds',
    status: 200,
    response: workingIfUsed({ latencyMs }),
    failure: broken('Redis does not respond'),
  },
  'GET /api/health/replica': {
    summary: 'Whether the read replica is up to date',
    status: 200,
    response: workingIfUsed({ lagMs: { type: 'number' } }),
    failure: broken('The read replica is not used', { lagMs: nullable({ type: 'number' }) }),
  },
  'GET /api/health/mail': {
    summary: 'Whether mails are sent',
    status: 200,
    response: workingIfUsed(),
    failure: broken('Mails have failed'),
  },
  'GET /api/health/ready': {
    summary: 'Whether the process can serve requests',
    status: 200,
    response: working({ checks }),
    failure: broken('The process cannot serve requests', { checks }),
  },
  'GET /api/events.schema.json': {
    summary: 'The JSON Schema of events',
    status: 200,
    mediaType: 'application/schema+json',
    furtherStatuses: UNCHANGED,
  },
  'GET /api/openapi.json': {
    summary: 'This document',
    status: 200,
    mediaType: 'application/vnd.oai.openapi+json',
    furtherStatuses: UNCHANGED,
  },
  'GET /api/asyncapi.json': {
    summary: 'The AsyncAPI document of sockets and webhooks',
    status: 200,
    mediaType: 'application/vnd.aai.asyncapi+json',
    furtherStatuses: UNCHANGED,
  },
};
