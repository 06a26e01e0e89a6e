import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { APEX, WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { mcpClient, outputOf } from '../../support/mcp';

const ACCEPT = { accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let organization: TestOrganization;
beforeAll(async () => {
  organization = await anOrganization();
});

const send = (body: unknown, caller = organization.owner.client) =>
  caller.request('POST', '/api/mcp', body, ACCEPT);

describe('messages', () => {
  it.each([
    ['a batch', [LIST]],
    ['an empty batch', []],
    ['no message', '"text"'],
    ['null', 'null'],
    ['no JSON', '{"jsonrpc":'],
    ['nothing', ''],
    ['an id that is an object', { ...LIST, id: {} }],
  ])('%s is 400 as JSON-RPC', async (_name, body) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { message: expect.any(String) } });
  });

  it.each([
    ['an unknown method', { ...LIST, method: 'resources/list' }, -32601],
    [
      'a subscription, which would never end',
      { ...LIST, method: 'subscriptions/listen', params: {} },
      -32601,
    ],
    ['a call without a tool', { ...LIST, method: 'tools/call' }, -32602],
    [
      'a call with a list',
      { ...LIST, method: 'tools/call', params: { name: 'auth_me', arguments: [] } },
      -32602,
    ],
  ])('%s is an error of the protocol', async (_name, body, code) => {
    const answer = await send(body);
    expect(answer.status).toBe(200);
    const [, text] = /^data: (.*)$/m.exec(answer.bytes.toString())!;
    expect(JSON.parse(text!)).toMatchObject({ id: 1, error: { code } });
  });

  it('a notification is acknowledged', async () => {
    const answer = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([answer.status, answer.bytes.length]).toEqual([202, 0]);
  });

  it('larger than a mebibyte is 413, and of another type 415', async () => {
    expect((await send({ ...LIST, params: { filler: 'x'.repeat(1024 * 1024) } })).status).toBe(413);
    const typed = await organization.owner.client.request('POST', '/api/mcp', 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(typed.status).toBe(415);
  });

  it.each(['GET', 'DELETE'])('%s is 405: there are no sessions', async (method) => {
    const answer = await organization.owner.client.request(method, '/api/mcp');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
  });
});

describe('credentials', () => {
  const challenge = (host: string) =>
    `Bearer realm="api", resource_metadata="http://${host}/.well-known/oauth-protected-resource/api/mcp"`;

  it('no token is 401 with the way to the sign-in', async () => {
    for (const slug of [undefined, organization.slug]) {
      const answer = await send(LIST, new WireClient(organization.app, slug === undefined ? {} : { slug }));
      const host = slug === undefined ? APEX : `${slug}.${APEX}`;
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, challenge(host)]);
    }
  });

  it('an invalid token, one of another organization and a session are 401', async () => {
    const other = await anOrganization();
    const session = await aSession(organization.owner.userId);
    const callers = [
      new WireClient(organization.app, { token: 'svc_pat_wrong' }),
      other.owner.client.as({ slug: organization.slug }),
      new WireClient(organization.app, { cookie: session.cookie, slug: organization.slug }),
    ];
    for (const caller of callers) expect((await send(LIST, caller)).status).toBe(401);
  });

  it.each([
    ['the apex', APEX, 'http://trestle.test/api/mcp'],
    ['an organization', 'acme.trestle.test', 'http://acme.trestle.test/api/mcp'],
    ['any other name', 'evil.example', 'http://trestle.test/api/mcp'],
    ['text', 'acme".trestle.test', 'http://trestle.test/api/mcp'],
  ])('the metadata on the host of %s', async (_name, host, resource) => {
    const answer = await new WireClient(organization.app).request(
      'GET',
      '/.well-known/oauth-protected-resource/api/mcp',
      undefined,
      { host },
    );
    expect(answer.body).toEqual({
      resource,
      authorization_servers: ['http://trestle.test'],
      bearer_methods_supported: ['header'],
      resource_name: 'Trestle',
    });
  });
});

describe('limits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on', ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('counts each message once, calls of tools included', async () => {
    const limited = await anOrganization({ app, plan: 'free' });
    const left = (answer: { headers: Record<string, string | undefined> }) =>
      Number(answer.headers['x-ratelimit-remaining']);
    const call = { ...LIST, method: 'tools/call', params: { name: 'auth_me', arguments: {} } };
    expect(left(await send(LIST, limited.owner.client))).toBe(59);
    expect(left(await send(call, limited.owner.client))).toBe(58);
    expect(left(await send({ ...LIST, method: 'ping' }, limited.owner.client))).toBe(57);
  });

  it('a call over the limit is a result that says when to try again', async () => {
    const limited = await anOrganization({ app, plan: 'free' });
    const client = await mcpClient(limited.owner.client);
    const texts: string[] = [];
    while (texts.length < 61) {
      const text = await outputOf(client, 'auth_me').then(
        () => null,
        (error: Error) => error.message,
      );
      if (text !== null) {
        texts.push(text);
        break;
      }
    }
    expect(texts).toEqual([expect.stringMatching(/^TOO_MANY_REQUESTS: .*\nTry again in \d+ seconds$/)]);
  });
});
