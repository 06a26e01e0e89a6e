import type { JsonSchema } from '../../../src/modules/api-reference/json-schema';
import { RESOURCE_SCHEMAS } from '../../../src/modules/scim/discovery/resource-schemas';
import { decodedPathOf, type Exchange, mediaTypeOf } from './exchange';
import { checkNoInternals } from './internals';
import { checkConstant } from './schema-check';

/** SCIM describes itself: its responses have the attributes that its own `/Schemas` publishes (RFC 7643, 7644). */
export const SCIM_PATH = /^\/api\/scim(\/|$)/i;

const MEDIA_TYPE = 'application/scim+json';

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  subAttributes?: readonly object[];
}

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const urns = (urn: string): JsonSchema => ({ const: [urn] });

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, required };
}

function attributeSchema({ type, multiValued, subAttributes }: Attribute): JsonSchema {
  const one =
    type === 'complex'
      ? object(propertiesOf(subAttributes as readonly Attribute[]), [])
      : type === 'boolean'
        ? flag
        : text;
  return multiValued ? list(one) : one;
}

function propertiesOf(attributes: readonly Attribute[]): Record<string, JsonSchema> {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeSchema(attribute)]));
}

const time: JsonSchema = { type: 'string', format: 'date-time' };
const located = (resourceType: string) => ({ resourceType: { const: resourceType }, location: text });

/** A client can select attributes, so that only `schemas` and `id` are always there (RFC 7644, 3.9). */
const [USER, GROUP] = RESOURCE_SCHEMAS.map(({ id, name, attributes }) => {
  const meta = { ...located(name), created: time, lastModified: time, version: text };
  const own = propertiesOf(attributes as readonly object[] as readonly Attribute[]);
  return object({ schemas: urns(id), id: text, ...own, meta: object(meta, []) }, ['schemas', 'id']);
}) as [JsonSchema, JsonSchema];

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';

const supported = { supported: flag };
const CONFIG = object({
  schemas: urns(`${CORE}:ServiceProviderConfig`),
  patch: object(supported),
  bulk: object({ ...supported, maxOperations: count, maxPayloadSize: count }),
  filter: object({ ...supported, maxResults: count }),
  changePassword: object(supported),
  sort: object(supported),
  etag: object(supported),
  authenticationSchemes: list(object({ type: text, name: text, description: text, primary: flag })),
  meta: object(located('ServiceProviderConfig')),
});
const TYPE = object({
  schemas: urns(`${CORE}:ResourceType`),
  id: text,
  name: text,
  endpoint: text,
  schema: text,
  schemaExtensions: { const: [] },
  meta: object(located('ResourceType')),
});
/** RFC 7643, section 7. */
const attributeOf = (subAttributes: JsonSchema): JsonSchema =>
  object(
    {
      name: text,
      type: { enum: ['string', 'boolean', 'complex', 'reference'] },
      multiValued: flag,
      description: text,
      required: flag,
      caseExact: flag,
      mutability: { enum: ['readOnly', 'readWrite', 'immutable', 'writeOnly'] },
      returned: { enum: ['always', 'never', 'default', 'request'] },
      uniqueness: { enum: ['none', 'server', 'global'] },
      referenceTypes: list(text),
      subAttributes,
    },
    ['name', 'type', 'multiValued', 'description', 'required', 'mutability', 'returned'],
  );
const SCHEMA = object({
  schemas: urns(`${CORE}:Schema`),
  id: text,
  name: text,
  description: text,
  attributes: list(attributeOf(list(attributeOf({ const: [] })))),
  meta: object(located('Schema')),
});

const listOf = (resource: JsonSchema): JsonSchema =>
  object({
    schemas: urns(`${MESSAGES}:ListResponse`),
    totalResults: count,
    startIndex: { type: 'integer', minimum: 1 },
    itemsPerPage: count,
    Resources: list(resource),
  });

const USERS = listOf(USER);
const GROUPS = listOf(GROUP);
const SUCCESSES: readonly [route: RegExp, status: number, schema: JsonSchema][] = [
  [/^GET Users$|^POST Users\/\.search$/, 200, USERS],
  [/^POST Users$/, 201, USER],
  [/^(GET|PUT|PATCH) Users\/[^/]+$/, 200, USER],
  [/^GET Groups$|^POST Groups\/\.search$/, 200, GROUPS],
  [/^POST Groups$/, 201, GROUP],
  [/^(GET|PUT|PATCH) Groups\/[^/]+$/, 200, GROUP],
  [/^GET ServiceProviderConfig$/, 200, CONFIG],
  [/^GET ResourceTypes$/, 200, listOf(TYPE)],
  [/^GET ResourceTypes\/[^/]+$/, 200, TYPE],
  [/^GET Schemas$/, 200, listOf(SCHEMA)],
  [/^GET Schemas\/[^/]+$/, 200, SCHEMA],
];
const WITHOUT_BODY = /^DELETE (Users|Groups)\/[^/]+$|^PATCH Groups\/[^/]+$/;

/** RFC 7644, table 9: they belong to 400, and `uniqueness` to 409. */
const SCIM_TYPES = [
  'invalidFilter',
  'invalidPath',
  'invalidSyntax',
  'invalidValue',
  'mutability',
  'noTarget',
  'uniqueness',
];
const ERROR = object(
  { schemas: urns(`${MESSAGES}:Error`), status: text, scimType: { enum: SCIM_TYPES }, detail: text },
  ['schemas', 'status', 'detail'],
);

/** Throws unless a response of SCIM is what SCIM publishes and its standards prescribe (docs/scim.md). */
export function checkScim(exchange: Exchange): void {
  const { method, status, body } = exchange;
  const path = decodedPathOf(exchange)
    .replace(/^\/api\/scim\/v2\//i, '')
    .replace(/\/$/, '');
  const name = `${method} ${path}`;
  if (mediaTypeOf(exchange) !== MEDIA_TYPE && (status >= 400 || body !== ''))
    throw new Error(`SCIM's ${name} returned ${status} as ${mediaTypeOf(exchange)}`);
  if (status >= 400) return checkFailure(name, status, body);
  if (status === 304 || (status === 204 && WITHOUT_BODY.test(name)))
    return checkConstant(name, body, { const: '' });
  const found = SUCCESSES.find(([route, expected]) => route.test(name) && expected === status);
  if (found === undefined) throw new Error(`SCIM declares no ${status} of ${name}`);
  checkConstant(`SCIM's ${name}`, body, found[2]);
}

function checkFailure(name: string, status: number, body: unknown): void {
  checkConstant(`SCIM's ${name}`, body, ERROR);
  const { status: written, scimType, detail } = body as { status: string; scimType?: string; detail: string };
  const allowed = scimType === undefined ? status : scimType === 'uniqueness' ? 409 : 400;
  if (written !== String(status) || allowed !== status)
    throw new Error(`SCIM's ${name} returned ${status} with ${JSON.stringify(body)}`);
  if (scimType === undefined && (status === 400 || status === 409))
    throw new Error(`SCIM's ${name} returned ${status} without a scimType: ${detail}`);
  checkNoInternals(name, [detail]);
}
