import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../../support/app';
import { anAccount } from '../../support/factories/account.factory';
import { sendRaw } from '../../support/raw-http';

/** Guards go by the route that is taken, not by its spelling: no spelling takes one without them. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace('/auth', '/%61uth'),
  (path) => path.replace('auth', '%61%75%74%68'),
  (path) => path.replace('/api/', '//api//'),
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path};x=1`,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/x/../api/'),
  (path) => path.replace('/api/', '/x/%2e%2e/api/'),
  (path) => path.toUpperCase(),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}?x=/api/health`,
  (path) => `${path}#/api/health`,
  (path) => `http://trestle.test${path}`,
];

const PROTECTED: readonly (readonly [method: string, path: string, body: string])[] = [
  ['POST', '/api/auth/tokens', '{"name":"x","scopes":["read"]}'],
  [
    'POST',
    '/api/trpc/auth.changePassword',
    '{"json":{"currentPassword":"x","newPassword":"a new password"}}',
  ],
  ['POST', '/api/trpc/auth.twoFactor.begin', '{}'],
  ['GET', '/api/trpc/auth.sessions.list', ''],
  ['GET', '/api/trpc/auth.me', ''],
];

describe('other spellings of protected routes', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    port = await listen(app);
  });
  afterAll(() => app.close());

  const send = (method: string, target: string, body: string, headers: string) =>
    sendRaw(
      port,
      `${method} ${target} HTTP/1.1\r\nhost: trestle.test\r\n${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );

  it.each(PROTECTED)('%s %s: never a success without a credential', async (method, path, body) => {
    const statuses: unknown[] = [];
    for (const spell of SPELLINGS) {
      const { status } = await send(method, spell(path), body, '');
      statuses.push([spell(path), status >= 400 && status < 500]);
    }
    expect(statuses).toEqual(SPELLINGS.map((spell) => [spell(path), true]));
  });

  it.each(PROTECTED.filter(([method]) => method === 'POST'))(
    '%s %s: by cookie a foreign page changes nothing',
    async (method, path, body) => {
      const { cookie } = await anAccount({ app });
      for (const spell of SPELLINGS) {
        const headers = `cookie: ${cookie}\r\norigin: https://evil.example\r\n`;
        const { status } = await send(method, spell(path), body, headers);
        expect([spell(path), status >= 400 && status < 500]).toEqual([spell(path), true]);
      }
      const { rows } = await app.sql.query('select from tokens where name = $1', ['x']);
      expect(rows).toHaveLength(0);
    },
  );
});
