import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { eventsDuring } from '../../support/refusals';
import { errorOf, expectEveryHeader } from '../../support/wire-shape';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('one call', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let client: WireClient;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    ({ client } = organization.owner);
  });

  const get = (name: string, input?: string, headers: Record<string, string> = {}) =>
    client.request(
      'GET',
      `/api/trpc/${name}${input === undefined ? '' : `?input=${encodeURIComponent(input)}`}`,
      undefined,
      headers,
    );
  const post = (name: string, body?: string, headers: Record<string, string> = JSON_TYPE) =>
    client.request('POST', `/api/trpc/${name}`, body, headers);

  it('200: a query with GET and a mutation with POST, in the literal success body', async () => {
    const made = await post('workspaces.create', '{"json":{"name":"Wire"}}');
    expect(made.status).toBe(200);
    expect(made.body).toEqual({ result: { data: { json: expect.objectContaining({ name: 'Wire' }) } } });
    expect(made.headers['content-type']).toBe('application/json; charset=utf-8');
    const got = await get('workspaces.get', JSON.stringify({ json: { id: made.data.id } }));
    expect(got.status).toBe(200);
    expect(got.body).toEqual({ result: { data: { json: expect.objectContaining({ id: made.data.id }) } } });
  });

  it.each([
    ['no input', undefined],
    ['an input of null', '{"json":null}'],
    ['an empty input', '{"json":{}}'],
    ['an empty envelope', '{}'],
    ['what superjson makes of nothing', '{"json":null,"meta":{"values":["undefined"],"v":1}}'],
  ])('200: %s, where none is required', async (_what, input) => {
    for (const name of ['auth.me', 'organizations.get', 'workspaces.list']) {
      expect([name, (await get(name, input)).status]).toEqual([name, 200]);
    }
    expect((await post('organizations.update', input)).status).toBe(200);
  });

  it('200: a mutation without a body needs no content type, a body with any parameters of the type is read', async () => {
    expect((await post('organizations.update', undefined, {})).status).toBe(200);
    const typed = { 'content-type': 'application/json; charset=utf-8; x=y' };
    expect((await post('organizations.update', '{"json":{"name":"Typed"}}', typed)).data.name).toBe('Typed');
  });

  it.each([
    ['no JSON', '{"json":'],
    ['nothing at all', ''],
    ['a text', '"json"'],
    ['null', 'null'],
    ['a list', '[{"json":{}}]'],
  ])('400: an input that is %s', async (_what, input) => {
    const answer = await get('workspaces.list', input);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(errorOf('BAD_REQUEST', 'workspaces.list'));
  });

  it('400: an input without its envelope, naming the unknown key', async () => {
    const answer = await get('workspaces.list', '{"limit":5}');
    expect(answer.body).toEqual(
      errorOf('BAD_REQUEST', 'workspaces.list', { issues: [{ path: 'limit', message: 'Unknown key' }] }),
    );
    const beside = await post('workspaces.create', '{"json":{"name":"A"},"name":"B"}');
    expect(beside.body).toEqual(
      errorOf('BAD_REQUEST', 'workspaces.create', { issues: [{ path: 'name', message: 'Unknown key' }] }),
    );
  });

  it('400: an unknown key, a missing one and a wrong one, all named', async () => {
    const answer = await post('workspaces.create', '{"json":{"color":"red","visibility":5,"surprise":1}}');
    expect(answer.status).toBe(400);
    expect(answer.error!.data.issues!.map(({ path }) => path).sort()).toEqual([
      'color',
      'name',
      'surprise',
      'visibility',
    ]);
    expect(answer.error!.message).toContain(answer.error!.data.issues![0]!.path);
  });

  it('400: any input where none is accepted', async () => {
    const answer = await get('organizations.get', '{"json":{"id":"x"}}');
    expect(answer.body).toEqual(
      errorOf('BAD_REQUEST', 'organizations.get', { issues: [{ path: 'id', message: 'Unknown key' }] }),
    );
  });

  it('400: a repeated input', async () => {
    const input = encodeURIComponent('{"json":{}}');
    const answer = await client.request('GET', `/api/trpc/workspaces.list?input=${input}&input=${input}`);
    expect(answer.body).toEqual(errorOf('BAD_REQUEST', 'workspaces.list'));
  });

  describe('with hostile JSON', () => {
    it.each([
      ['a NUL', '{"json":{"name":"a\\u0000b"}}', 'name'],
      ['a lone surrogate', '{"json":{"name":"a\\ud800"}}', 'name'],
      ['a number beyond all numbers', '{"json":{"name":1e400}}', 'name'],
      ['__proto__', '{"json":{"name":"A","__proto__":{"visibility":"closed"}}}', '__proto__'],
      ['__proto__ around it', '{"json":{"name":"A"},"__proto__":{"json":{}}}', '__proto__'],
      ['constructor', '{"json":{"name":"A","constructor":{"prototype":{"x":1}}}}', 'constructor'],
      ['a list for an object', '{"json":[["name","A"]]}', ''],
      ['a text for an object', '{"json":"name"}', ''],
      ['an object for a text', '{"json":{"name":{"toString":"A"}}}', 'name'],
      [
        'depth',
        `{"json":{"name":${'['.repeat(1_000)}${']'.repeat(1_000)}}}`,
        expect.stringMatching(/^name\.0\.0/),
      ],
      ['a name of a megabyte', `{"json":{"name":"${'x'.repeat(1 << 20)}"}}`, 'name'],
      ['a key of a megabyte', `{"json":{"name":"A","${'k'.repeat(1 << 20)}":1}}`, `${'k'.repeat(200)}…`],
    ])('400: %s', async (_what, body, path) => {
      const written = await eventsDuring(organization, async () => {
        const answer = await post('workspaces.create', body);
        expect(answer.status).toBe(400);
        expect(answer.error).toMatchObject({ code: -32600, data: { path: 'workspaces.create' } });
        expect(answer.error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
        expect(JSON.stringify(answer.body).length).toBeLessThan(3_000);
      });
      expect(written).toEqual([]);
    });

    it.each([
      ['lists in lists', `{"json":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
      ['objects in objects', `{"json":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
      ['five million open lists', '['.repeat(5_000_000)],
      ['millions of values', `{"json":{"name":[${'"",'.repeat(3_000_000)}""]}}`],
      ['millions of keys', `{"json":{${'"":1,'.repeat(1_500_000)}"a":1}}`],
      ['depth beside the input', `{"json":{"name":"A"},"meta":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ])('400: %s', async (_what, body) => {
      const answer = await post('workspaces.create', body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(errorOf('BAD_REQUEST', 'workspaces.create'));
    });

    it('400: bytes that are not UTF-8', async () => {
      const bytes = [Buffer.from('{"json":{"name":"'), Buffer.from([0xff]), Buffer.from('"}}')];
      const answer = await client.request(
        'POST',
        '/api/trpc/workspaces.create',
        Buffer.concat(bytes),
        JSON_TYPE,
      );
      expect([answer.status, answer.body]).toEqual([
        400,
        errorOf('BAD_REQUEST', 'workspaces.create', { message: 'The body is not valid UTF-8' }),
      ]);
    });

    it('200: the last of repeated keys applies', async () => {
      const { data } = await post('workspaces.create', '{"json":{"name":"First","name":"Last"}}');
      expect(data.name).toBe('Last');
    });

    it('200: any valid text is returned unchanged', async () => {
      const name = '  "quotes" \\ \' ; -- <b>&amp;</b> %_ \u202e 🎉 \u00e9e\u0301 \n\t\u0001 ';
      const { data } = await client.mutate('workspaces.create', { name });
      expect((await client.query('workspaces.get', { id: data.id })).data.name).toBe(name);
    });
  });

  it('403 and 404: in the literal error body', async () => {
    const member = await organization.addMember('member');
    const rejected = await member.client.mutate('workspaces.create', { name: 'No' });
    expect([rejected.status, rejected.body]).toEqual([403, errorOf('FORBIDDEN', 'workspaces.create')]);
    const missing = await client.query('workspaces.get', { id: `wsp_${'0'.repeat(26)}` });
    expect([missing.status, missing.body]).toEqual([404, errorOf('NOT_FOUND', 'workspaces.get')]);
  });

  it('401: with a Bearer challenge that shows whether a token was sent', async () => {
    const anyone = new WireClient(app, { slug: organization.slug });
    const challengeOf = (answer: WireAnswer) => [answer.status, answer.headers['www-authenticate']];
    expect(challengeOf(await anyone.query('auth.me'))).toEqual([401, 'Bearer realm="api"']);
    const sent = anyone.as({ token: 'svc_pat_unknown' });
    const invalid = [401, 'Bearer realm="api", error="invalid_token"'];
    expect(challengeOf(await sent.query('auth.me'))).toEqual(invalid);
    expect(challengeOf(await sent.request('GET', '/api/trpc/auth.me,auth.me?batch=1'))).toEqual(invalid);
  });

  it('401: before any error of the input', async () => {
    const anonymous = new WireClient(app, { slug: organization.slug });
    for (const body of ['{"json":{"name":""}}', '{', '']) {
      const answer = await anonymous.request('POST', '/api/trpc/workspaces.create', body, JSON_TYPE);
      expect([answer.status, answer.body]).toEqual([401, errorOf('UNAUTHORIZED', 'workspaces.create')]);
    }
  });

  it.each([
    'nothing',
    'items',
    'items.',
    'items.gett',
    'Items.get',
    'items.get.x',
    'constructor',
    '__proto__',
    '',
  ])('404: the procedure %j does not exist', async (name) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await client.request(method, `/api/trpc/${name}`);
      expect([method, answer.status, answer.body]).toEqual([method, 404, errorOf('NOT_FOUND', name)]);
      expectEveryHeader(answer.headers);
    }
  });

  it('405: for every other method, naming the right one', async () => {
    const written = await eventsDuring(organization, async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'HEAD']) {
        const answer = await client.request(method, '/api/trpc/workspaces.list');
        expect([method, answer.status, answer.body]).toEqual([
          method,
          405,
          errorOf('METHOD_NOT_SUPPORTED', 'workspaces.list'),
        ]);
        expect(answer.headers['allow']).toBe('GET');
        expectEveryHeader(answer.headers);
      }
      const input = encodeURIComponent('{"json":{"name":"By GET"}}');
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
        const answer = await client.request(method, `/api/trpc/workspaces.create?input=${input}`);
        expect([method, answer.status]).toEqual([method, 405]);
        expect(answer.headers['allow']).toBe('POST');
      }
    });
    expect(written).toEqual([]);
  });

  it.each([
    'text/plain',
    'text/plain;charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-seq',
    'text/json',
  ])('415: a body of %s, which another page could send', async (type) => {
    const written = await eventsDuring(organization, async () => {
      for (const body of ['{"json":{"name":"Form"}}', undefined]) {
        const answer = await post('workspaces.create', body, { 'content-type': type });
        expect([answer.status, answer.body]).toEqual([
          415,
          errorOf('UNSUPPORTED_MEDIA_TYPE', 'workspaces.create'),
        ]);
      }
    });
    expect(written).toEqual([]);
  });

  it('415: a body without a type', async () => {
    const body = Buffer.from('{"json":{"name":"Typeless"}}');
    const answer = await client.request('POST', '/api/trpc/workspaces.create', body);
    expect([answer.status, answer.body]).toEqual([
      415,
      errorOf('UNSUPPORTED_MEDIA_TYPE', 'workspaces.create'),
    ]);
  });

  it('400: a stream of JSON lines, which is not supported', async () => {
    for (const name of ['trpc-accept', 'accept']) {
      const answer = await get('auth.me', undefined, { [name]: 'application/jsonl' });
      expect([answer.status, answer.error?.message]).toEqual([400, expect.stringContaining('httpBatchLink')]);
    }
  });
});
