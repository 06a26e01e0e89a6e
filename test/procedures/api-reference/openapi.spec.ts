import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020';
import Ajv from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { REST_OPERATIONS } from '../../../src/modules/api-reference/openapi/rest-operations';
import { SERVER_MESSAGES } from '../../../src/modules/api-reference/asyncapi/socket-messages';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { plainRoutesOf } from '../../support/reference/plain-routes';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';

interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { name?: string; content?: Record<string, { example: { json: object } }> }[];
  requestBody?: { content: Record<string, { example?: { json?: object } }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

const JSON_TYPE = 'application/json';
const FAULT_OF_FORM = /^(Required|Unknown key|Must be (an? )?(object|array|string|number|boolean))$/;

const ENDS_WHAT_OTHERS_NEED = /\.(delete|bulkDelete|remove|revoke|purge|leave|transferOwnership)$/;

/** The process keeps the document as long as it runs. */
const MAX_BYTES = 2 * 1024 * 1024;

describe('/api/openapi.json', () => {
  let app: TestApp;
  let world: SampleWorld;
  let document: OpenApi;
  let procedures: Procedure[];

  beforeAll(async () => {
    app = await sharedApp();
    procedures = app.nest.get(ProcedureRegistry, { strict: false }).all();
    document = (await new WireClient(app).request('GET', '/api/openapi.json')).body as OpenApi;
    world = await aSampleWorld({ app });
  });

  const exampleOf = (name: string, kind: string): object => {
    const item = document.paths[`/api/trpc/${name}`]!;
    const content =
      kind === 'query' ? item['get']!.parameters[0]!.content! : item['post']!.requestBody!.content;
    return content[JSON_TYPE]!.example!.json!;
  };

  it('is valid OpenAPI 3.1, for callers without a credential', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('has schemas that JSON Schema validators accept, with references that exist', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://trestle.test/openapi', components: document.components });
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, reference]) => reference!));
    for (const reference of references) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
      if (reference.startsWith('#/components/schemas/'))
        ajv.compile({ $ref: `https://trestle.test/openapi${reference}` });
    }
  });

  it('304: the document has not changed', async () => {
    const client = new WireClient(app);
    const first = await client.request('GET', '/api/openapi.json');
    expect(first.headers['cache-control']).toBe('public, no-cache');
    expect(first.bytes.length).toBeLessThan(MAX_BYTES);
    const again = await client.request('GET', '/api/openapi.json', undefined, {
      'if-none-match': first.headers['etag']!,
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('has each procedure once, with its method, scope and credentials', () => {
    for (const { name, kind, scope, isSessionOnly } of procedures) {
      const item = document.paths[`/api/trpc/${name}`]!;
      expect(Object.keys(item)).toEqual([kind === 'query' ? 'get' : 'post']);
      const [operation] = Object.values(item);
      expect(operation!.security).toEqual(
        isSessionOnly === true
          ? [{ session: [] }]
          : [{ token: [scope] }, { oauth: [scope] }, { session: [] }],
      );
    }
    const described = Object.keys(document.paths).filter((path) => path.startsWith('/api/trpc/'));
    expect(described).toHaveLength(procedures.length);
  });

  it('describes only HTTP routes that exist', () => {
    const routes = new Set(plainRoutesOf(app).map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(REST_OPERATIONS).filter((route) => !routes.has(route))).toEqual([]);
  });

  it('describes each HTTP route below /api but pages, redirects of sign-in, SCIM and MCP', () => {
    const missing = plainRoutesOf(app)
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => / \/api\/(?!scim|mcp|docs|auth\/(oauth|oidc|saml))/.test(route))
      .filter((route) => !(route in REST_OPERATIONS));
    expect(missing).toEqual([]);
  });

  it('has an example of each procedure with which the service finds no fault of form', async () => {
    const rejected: unknown[] = [];
    for (const procedure of procedures) {
      const { name, kind, input } = procedure;
      const client = ownerFor(world, procedure);
      const example = exampleOf(name, kind);
      const answer = await (kind === 'query' ? client.query(name, example) : client.mutate(name, example));
      // The ids of examples belong to no record, so that calls can fail for other reasons.
      const issues = answer.error?.data.issues ?? [];
      const isFaulty = issues.some(({ message }) => FAULT_OF_FORM.test(message));
      const isParsed = input === undefined || input.safeParse(example).success;
      if (isFaulty || !isParsed || answer.status >= 500) rejected.push([name, example, answer.body]);
    }
    expect(rejected).toEqual([]);
  });

  describe('describes the responses that the service sends', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    beforeAll(() => void ajv.addSchema(document, 'openapi'));

    /** The owner calls with an input that names records of the world. */
    async function check(procedure: Procedure, place: SampleWorld): Promise<void> {
      const { name, kind } = procedure;
      const input = sampleInputs(place)[name]!;
      const client = ownerFor(place, procedure);
      const answer = await (kind === 'query' ? client.query(name, input) : client.mutate(name, input));
      const method = kind === 'query' ? 'get' : 'post';
      const { $ref } = document.paths[`/api/trpc/${name}`]![method]!.responses[String(answer.status)]!;
      const at = $ref ?? `#/paths/~1api~1trpc~1${name}/${method}/responses/${answer.status}`;
      const validate = ajv.compile({ $ref: `openapi${at}/content/application~1json/schema` });
      validate(answer.body);
      expect([name, answer.status, validate.errors]).toEqual([name, answer.status, null]);
    }

    it('to every query', async () => {
      for (const procedure of procedures.filter(({ kind }) => kind === 'query'))
        await check(procedure, world);
    });

    it('to every mutation', async () => {
      const mutations = procedures.filter(({ kind }) => kind === 'mutation');
      const isLast = ({ name }: Procedure) => Number(ENDS_WHAT_OTHERS_NEED.test(name));
      for (const namespace of new Set(mutations.map(({ name }) => name.slice(0, name.indexOf('.'))))) {
        const place = await aSampleWorld({ app });
        const ofNamespace = mutations.filter(({ name }) => name.startsWith(`${namespace}.`));
        for (const procedure of ofNamespace.toSorted((a, b) => isLast(a) - isLast(b)))
          await check(procedure, place);
      }
    });
  });
});

describe('/api/asyncapi.json', () => {
  it('is valid AsyncAPI 3.0, and has the messages of docs/realtime.md', async () => {
    const { body } = await new WireClient(await sharedApp()).request('GET', '/api/asyncapi.json');
    const path = require.resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json');
    const schema = JSON.parse(readFileSync(path, 'utf8')) as object;
    const validate = new Ajv({ strict: false, validateFormats: false, logger: false }).compile(schema);
    expect([validate(body), validate.errors]).toEqual([true, null]);
    const { components } = body as { components: { messages: object } };
    expect(Object.keys(components.messages)).toEqual(
      expect.arrayContaining([
        'webhook.item.created',
        ...Object.keys(SERVER_MESSAGES).map((t) => `server.${t}`),
      ]),
    );
  });
});
