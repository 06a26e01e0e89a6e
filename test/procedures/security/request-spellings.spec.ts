import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../../support/app';
import { aSampleWorld, sampleInputs } from '../../support/sample-world';
import { sendRaw } from '../../support/raw-http';
import { plainRoutesOf } from '../../support/reference/plain-routes';

/** Ways to write one path that some server, proxy or router takes for another, or for the same. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  (path) => `/${path}`,
  (path) => path.replace(/\/(?=[^/]*$)/, '//'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path};x=1`,
  (path) => path.replace(/\/(?=[^/]*$)/, ';x/'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/./'),
  (path) => `/x/..${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `/.${path}`,
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%5c'),
  (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  (path) => path.toUpperCase(),
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}.json`,
  (path) => `${path}?x=/api/health`,
  (path) => `http://trestle.test${path}`,
];

const PROCEDURES = ['auth.me', 'items.list', 'workspaces.create', 'organizations.members.invite'];

describe('spellings of a path', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
    port = await listen(app);
  });
  afterAll(() => app.close());

  const send = (method: string, target: string, headers = '', body = '') =>
    sendRaw(
      port,
      `${method} ${target} HTTP/1.1\r\nhost: trestle.test\r\n${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );

  it('never bypass authentication', async () => {
    const routes = plainRoutesOf(app)
      .filter(({ requirement, caller }) => requirement !== null || caller !== undefined)
      .map(({ method, path }) => [method, path.replaceAll(/:\w+/g, 'x')] as const);
    const protectedOnes = [
      ...routes,
      ...PROCEDURES.flatMap((name) =>
        ['GET', 'POST'].map((method) => [method, `/api/trpc/${name}`] as const),
      ),
    ];
    expect(protectedOnes.length).toBeGreaterThan(20);
    const through: unknown[] = [];
    for (const [index, [method, path]] of protectedOnes.entries()) {
      // From a separate address each, so that no rate limit responds instead of a guard.
      const from = `x-forwarded-for: 198.51.100.${index}\r\n`;
      for (const spell of [(same: string) => same, ...SPELLINGS]) {
        const { status } = await send(method, spell(path), from);
        if (status < 400 || status >= 429) through.push([method, spell(path), status]);
      }
    }
    expect(through).toEqual([]);
  });

  it('count alike: ten attempts to sign in, in any spelling', async () => {
    const body = '{"email":"unknown@example.com","password":"not the password"}';
    const statuses: number[] = [];
    for (const spell of [...SPELLINGS, ...SPELLINGS, ...SPELLINGS, ...SPELLINGS]) {
      statuses.push((await send('POST', spell('/api/auth/signin'), '', body)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => ![400, 401, 404, 429].includes(status))).toEqual([]);
  });

  it('count alike: a successful call counts once against its token, in any spelling', async () => {
    const world = await aSampleWorld({ app });
    const { body } = await world.organization.owner.client.request('POST', '/api/auth/tokens', {
      name: 'spelt',
      scopes: ['read'],
    });
    const authorization = `authorization: Bearer ${(body as { token: string }).token}\r\n`;
    const input = encodeURIComponent(JSON.stringify({ json: sampleInputs(world)['boards.get'] }));
    const ask = async (path: string) => {
      const { status, headers } = await send('GET', path, authorization);
      return { status, left: Number(headers['x-ratelimit-remaining']) };
    };
    let { left } = await ask(`/api/trpc/boards.get?input=${input}`);
    let answered = 0;
    for (const spell of SPELLINGS) {
      const path = spell('/api/trpc/boards.get');
      const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}input=${input}`);
      expect([path, [200, 400, 404].includes(answer.status)]).toEqual([path, true]);
      if (answer.status !== 200) continue;
      answered += 1;
      left -= 1;
      expect([path, answer.left]).toEqual([path, left]);
    }
    expect(answered).toBeGreaterThan(0);
  });
});
