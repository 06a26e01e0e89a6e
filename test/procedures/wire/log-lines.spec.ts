import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Log } from '../../../src/platform/logging/log';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anAccount, cookieOf } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { SmtpSink } from '../../support/smtp-sink';

interface Line {
  level: string;
  time: string;
  msg: string;
  requestId?: string;
  path?: string;
  status?: number;
}

describe('the log', () => {
  let app: TestApp;
  let mail: SmtpSink;
  const written: string[] = [];
  beforeAll(async () => {
    mail = await SmtpSink.start();
    const log = new Log({ write: (line: string) => written.push(line) } as never);
    app = await startApp({ SMTP_URL: mail.url }, log);
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });

  const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);

  it('has a line for every request, with its id, and never a query', async () => {
    const client = new WireClient(app, { headers: { 'x-request-id': 'mine' } });
    for (const url of [
      '/api/trpc/auth.me?input=%7B%22s3cret%22',
      '/nothing?s3cret',
      '/%?s3cret',
      '/api/health',
    ]) {
      await client.request('GET', url);
    }
    const own = lines().filter(({ requestId }) => requestId === 'mine');
    expect(own.map(({ msg, path, status }) => [msg, path, status])).toEqual([
      ['request', '/api/trpc/auth.me', 401],
      ['request', '/nothing', 404],
      ['request', '/%', 400],
      ['request', '/api/health', 200],
    ]);
    expect(own.every(({ level, time }) => level === 'info' && !Number.isNaN(Date.parse(time)))).toBe(true);
    expect(written.join('')).not.toContain('s3cret');
  });

  it('has the trace of the caller, also without traces of its own', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-00`;
    const send = (headers: Record<string, string>) =>
      new WireClient(app, { headers }).request('GET', '/api/trpc/auth.me');
    await send({ 'x-request-id': 'traced', traceparent });
    await send({ 'x-request-id': 'untraced', traceparent: `${traceparent}"` });
    const of = (id: string) => lines().find(({ requestId }) => requestId === id) as object;
    expect(of('traced')).toMatchObject({ msg: 'request', trace_id: trace });
    // The span is the caller's.
    expect(Object.keys(of('traced'))).not.toContain('span_id');
    expect(Object.keys(of('untraced'))).not.toContain('trace_id');
  });

  it('contains no secret, whatever was sent and whatever failed', async () => {
    const secrets: string[] = [];
    const secret = (text: string) => {
      secrets.push(text);
      return text;
    };
    const account = await anAccount({ app });
    const { email } = account;
    const anonymous = new WireClient(app, { slug: account.slug });
    const send = (url: string, body: unknown, client = anonymous) => client.request('POST', url, body);

    await send('/api/auth/signin', { email, password: secret('wrong horse battery staple') });
    const signedIn = await send('/api/auth/signin', { email, password: secret(account.password) });
    const cookie = cookieOf(signedIn.headers['set-cookie']!);
    secret(cookie.slice(cookie.indexOf('=') + 1));
    const session = new WireClient(app, { slug: account.slug, cookie });

    const created = await send('/api/auth/tokens', { name: 'CI', scopes: ['read', 'write'] }, session);
    const { token } = created.body as { token: string };
    secret(token.slice('svc_pat_'.length));
    const caller = new WireClient(app, { slug: account.slug, token });
    expect((await caller.query('auth.me')).status).toBe(200);
    await caller.mutate('workspaces.create', { name: 'x', password: secret('in an input') });
    await caller.query(`nothing.${token}`);
    await caller.request('GET', `/files/${token}?token=${token}`);
    await caller.request('GET', `/%${token}`);
    await caller.request('POST', '/api/auth/signin', `{"password":"${secret('in broken JSON')}"`);
    await anonymous
      .as({ headers: { authorization: `Basic ${secret('dXNlcjpwYXNzd29yZA==')}` } })
      .query('auth.me');
    await anonymous
      .as({ cookie: `session=${secret('eyJhbGciOiJub25lIn0.e30.c2lnbmF0dXJl')}` })
      .query('auth.me');

    await send('/api/auth/forgot-password', { email });
    const [resetToken = ''] = /(?<=token=)[\w-]+/.exec((await mail.next()).text) ?? [];
    expect(secret(resetToken)).toMatch(/^[\w-]{40,}$/);
    await send('/api/auth/reset-password', { token: resetToken, password: secret('a new horse battery') });
    await send('/api/auth/reset-password', { token: resetToken, password: secret('one more horse') });
    await send('/api/auth/register', {
      name: 'Ada',
      email: `second-${email}`,
      password: secret('registered horse'),
      organizationName: 'Second',
    });

    // Faults are logged with their causes: what the statements were given must not be among them.
    await app.sql.query('alter table users rename column password_hash to gone');
    const failed = await send('/api/auth/register', {
      name: 'Eve',
      email: `third-${email}`,
      password: secret('a horse that meets a fault'),
      organizationName: 'Third',
    });
    await app.sql.query('alter table users rename column gone to password_hash');
    expect(failed.status).toBe(500);
    await app.sql.query('alter table tokens rename column name to gone');
    expect((await send('/api/auth/tokens', { name: 'x', scopes: ['read'] }, caller)).status).toBe(500);
    await app.sql.query('alter table tokens rename column gone to name');

    const log = written.join('');
    expect(lines().filter(({ level }) => level === 'error').length).toBeGreaterThanOrEqual(2);
    for (const each of secrets) expect([each, log.includes(each)]).toEqual([each, false]);
    expect(log).not.toMatch(/argon2id\$|svc_pat_|svc_oat_|Bearer |Basic /);
  });

  it('is one JSON object per line, however hostile the request', async () => {
    const client = (await anOrganization({ app })).owner.client;
    const before = written.length;
    await client.request('GET', '/%0a%7b%22level%22:%22fake%22%7d%0d%0a"}');
    await client.request('GET', '/api/trpc/a\n{"level":"fake"}'.replace('\n', '%0A'));
    await client.mutate('workspaces.create', { name: '\n{"level":"fake"}' });
    const since = written.slice(before);
    for (const line of since) expect(line.indexOf('\n')).toBe(line.length - 1);
    // Beside them can be lines of background work.
    const requests = since.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');
    expect(requests.map(({ level }) => level)).toEqual(['info', 'info', 'info']);
  });
});

describe('LOG_LEVEL', () => {
  it.each([
    ['info', ['request']],
    ['warn', []],
    ['error', []],
    ['silent', []],
  ] as const)('%s', async (level, expected) => {
    const written: string[] = [];
    const app = await startApp(
      { ROLES: 'api' },
      new Log({ write: (line: string) => written.push(line) } as never, level),
    );
    written.length = 0;
    await new WireClient(app).query('auth.me');
    await app.close();
    expect(written.map((line) => (JSON.parse(line) as Line).msg)).toEqual(expected);
  });
});
