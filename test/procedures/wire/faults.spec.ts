import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Log } from '../../../src/platform/logging/log';
import { startApp, type TestApp } from '../../support/app';
import type { WireAnswer } from '../../support/client';
import { cloneDatabase } from '../../support/database';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { TcpProxy } from '../../support/tcp-proxy';
import { errorOf, expectEveryHeader, errorsOf } from '../../support/wire-shape';

describe('500: a fault of the service', () => {
  let app: TestApp;
  let organization: TestOrganization;
  const lines: string[] = [];
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' }, new Log({ write: (line: string) => lines.push(line) } as never));
    organization = await anOrganization({ app });
    // A missing table is a fault that no caller caused.
    await app.sql.query('alter table workspaces rename to gone');
  });
  afterAll(() => app.close());

  const expectBare = (answer: WireAnswer) => {
    expect(JSON.stringify(answer.body)).not.toMatch(
      /workspaces"? does not exist|select|stack|relation|\.ts|pg_|at /i,
    );
    expectEveryHeader(answer.headers);
  };

  it('a procedure: a bare body, and the cause under its id in the log', async () => {
    const answer = await organization.owner.client.query('workspaces.list');
    expect([answer.status, answer.body]).toEqual([
      500,
      errorOf('INTERNAL_SERVER_ERROR', 'workspaces.list', { message: 'Unexpected server error' }),
    ]);
    expectBare(answer);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.filter(({ msg }) => msg === 'procedure failed')).toEqual([
      expect.objectContaining({
        level: 'error',
        requestId: answer.headers['x-request-id'],
        procedure: 'workspaces.list',
        error: expect.objectContaining({ errorCode: '42P01', stack: expect.any(String) }),
      }),
    ]);
  });

  it('a mutation: nothing of it is stored, also with an Idempotency-Key', async () => {
    const { client } = organization.owner;
    for (const headers of [undefined, { 'idempotency-key': 'fault' }]) {
      const answer = await client.mutate('workspaces.create', { name: 'Lost' }, headers);
      expect(answer.status).toBe(500);
      expectBare(answer);
    }
    const { rows } = await app.sql.query(
      `select (select count(*)::int from outbox where organization_id = $1) as events,
              (select count(*)::int from idempotency_keys) as keys`,
      [organization.id],
    );
    expect(rows).toEqual([{ events: 0, keys: 0 }]);
  });

  it('one call of a batch: the others succeed', async () => {
    const answer = await organization.owner.client.request(
      'GET',
      '/api/trpc/auth.me,workspaces.list?batch=1',
    );
    expect(answer.status).toBe(207);
    expect(errorsOf(answer.body).map((error) => error?.data.code)).toEqual([
      undefined,
      'INTERNAL_SERVER_ERROR',
    ]);
    expectBare(answer);
  });

  it('an HTTP route', async () => {
    await app.sql.query('alter table tokens rename column name to gone');
    const answer = await organization.owner.client.request('POST', '/api/auth/tokens', {
      name: 'x',
      scopes: ['read'],
    });
    await app.sql.query('alter table tokens rename column gone to name');
    expect([answer.status, answer.body]).toEqual([
      500,
      errorOf('INTERNAL_SERVER_ERROR', '/api/auth/tokens', { message: 'Unexpected server error' }),
    ]);
    expectBare(answer);
    const failed = lines.map((line) => JSON.parse(line) as Record<string, unknown>).at(-2);
    expect(failed).toMatchObject({ msg: 'request failed', requestId: answer.headers['x-request-id'] });
  });
});

describe('503: a database without space or memory', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
  });
  afterAll(() => app.close());

  it.each(['53000', '53100', '53200', '53300', '53400', '57P01', '57P04', '57P05'])(
    'SQLSTATE %s sends Retry-After',
    async (state) => {
      await app.sql.query(`
        create or replace function fail_for_lack_of_room() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '${state}'; end $$`);
      await app.sql.query(
        'create or replace trigger fail before insert on workspaces execute function fail_for_lack_of_room()',
      );
      const answer = await organization.owner.client.mutate('workspaces.create', { name: 'Full' });
      expect([answer.status, answer.body]).toEqual([
        503,
        errorOf('SERVICE_UNAVAILABLE', 'workspaces.create'),
      ]);
      expect(answer.headers['retry-after']).toBe('1');
    },
  );
});

describe('503: an unavailable database', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let organization: TestOrganization;
  beforeAll(async () => {
    const through = await TcpProxy.before(await cloneDatabase());
    proxy = through.proxy;
    app = await startApp({ DATABASE_URL: through.url, ROLES: 'api' });
    organization = await anOrganization({ app });
    // Filled caches: what fails is then the database.
    await organization.owner.client.query('workspaces.list');
  });
  afterAll(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
  });

  it('sends Retry-After, immediately, for reads, writes and HTTP routes; and recovers automatically', async () => {
    const { client } = organization.owner;
    proxy.cut();
    const calls: [string, () => Promise<WireAnswer>][] = [
      ['workspaces.list', () => client.query('workspaces.list')],
      ['auth.me', () => client.query('auth.me')],
      ['workspaces.create', () => client.mutate('workspaces.create', { name: 'Away' })],
      [
        'workspaces.create',
        () => client.mutate('workspaces.create', { name: 'Away' }, { 'idempotency-key': 'away' }),
      ],
      ['/api/auth/tokens', () => client.request('POST', '/api/auth/tokens', { name: 'x', scopes: ['read'] })],
      [
        '/api/auth/signin',
        () => client.request('POST', '/api/auth/signin', { email: 'a@b.example', password: 'password' }),
      ],
    ];
    for (const [path, call] of calls) {
      for (let repeat = 0; repeat < 3; repeat += 1) {
        const began = performance.now();
        const answer = await call();
        expect(performance.now() - began).toBeLessThan(30_000);
        expect([path, answer.status, answer.body]).toEqual([path, 503, errorOf('SERVICE_UNAVAILABLE', path)]);
        expect(answer.headers['retry-after']).toBe('1');
        expectEveryHeader(answer.headers);
        expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/);
      }
    }
    const batch = await client.request('GET', '/api/trpc/auth.me,workspaces.list?batch=1');
    expect([batch.status, batch.headers['retry-after']]).toEqual([503, '1']);

    proxy.restore();
    await expect
      .poll(async () => (await client.mutate('workspaces.create', { name: 'Back' })).status)
      .toBe(200);
    expect((await client.query('workspaces.list')).data.workspaces).toHaveLength(1);
  });
});
