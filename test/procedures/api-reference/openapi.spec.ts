import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020';
import Ajv from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { REST_OPERATIONS } from '../../../src/modules/api-reference/openapi/rest-operations';
import { SERVER_MESSAGES } from '../../../src/modules/api-reference/asyncapi/socket-messages';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { plainRoutesOf } from '../../support/reference/plain-routes';
import { aSampleWorld, ownerFor, type SampleWorld } from '../../support/sample-world';

interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { name?: string; content?: Record<string, { example: { json: object } }> }[];
  requestBody?: { content: Record<string, { example?: { json?: object } }> };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

const JSON_TYPE = 'application/json';
const FAULT_OF_FORM = /^(Required|Unknown key|Must be (an? )?(object|array|string|number|boolean))$/;

/** The process keeps the document as long as it runs. */
const MAX_BYTES = 2 * 1024 * 1024;

describe('/api/openapi.json', () => {
  let app: TestApp;
  let world: SampleWorld;
  let document: OpenApi;

  beforeAll(async () => {
    app = await sharedApp();
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
    const procedures = app.nest.get(ProcedureRegistry, { strict: false }).all();
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

  it('describes each HTTP route below /api but pages, redirects of sign-in and SCIM', () => {
    const missing = plainRoutesOf(app)
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => / \/api\/(?!scim|docs|auth\/(oauth|oidc|saml))/.test(route))
      .filter((route) => !(route in REST_OPERATIONS));
    expect(missing).toEqual([]);
  });

  it('has an example of each procedure with which the service finds no fault of form', async () => {
    const rejected: unknown[] = [];
    for (const procedure of app.nest.get(ProcedureRegistry, { strict: false }).all()) {
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

  it('describes the results that the service returns', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://trestle.test/openapi', components: document.components });
    const inputs: Record<string, object> = {
      'auth.me': {},
      'boards.get': { id: world.board.id },
      'columns.list': { boardId: world.board.id },
      'items.list': { boardId: world.board.id },
      'workspaces.list': {},
      'templates.list': {},
    };
    for (const [name, input] of Object.entries(inputs)) {
      const answer = await world.organization.owner.client.query(name, input);
      const { schema } = document.paths[`/api/trpc/${name}`]!['get']!.responses['200']!.content[JSON_TYPE]!;
      const located = JSON.parse(
        JSON.stringify(schema).replaceAll('"#/components', '"https://trestle.test/openapi#/components'),
      ) as object;
      const validate = ajv.compile(located);
      expect([name, answer.status, validate(answer.body), validate.errors]).toEqual([name, 200, true, null]);
    }
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
