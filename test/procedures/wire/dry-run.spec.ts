import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { StorageConfig } from '../../../src/platform/config/storage.config';
import { DatabaseConfig } from '../../../src/platform/config/database.config';
import { startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { type WireAnswer, WireClient } from '../../support/client';
import { anAccount, aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWebhook } from '../../support/factories/webhook.factory';
import { made } from '../../support/factories/workspace.factory';
import { HttpReceiver } from '../../support/http-receiver';
import { callTool, mcpClient } from '../../support/mcp';
import { eventsDuring, refusedPaths } from '../../support/refusals';
import { contentsOf, COUNTS_ATTEMPTS } from '../../support/table-contents';

const DRY = { 'x-dry-run': '1' };

describe('X-Dry-Run', () => {
  let app: TestApp;
  let receiver: HttpReceiver;
  let organization: TestOrganization;
  let board: TestBoard;
  let client: WireClient;
  beforeAll(async () => {
    receiver = await HttpReceiver.start();
    app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' });
  });
  beforeEach(async () => {
    organization = await anOrganization({ app, plan: 'enterprise' });
    board = await aBoard({ organization, columns: [{ name: 'Stage', type: 'status' }] });
    ({ client } = organization.owner);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  /** Runs calls that must leave no trace: in no table, on no disk and at no other server. */
  async function withoutTrace<T>(act: () => Promise<T>): Promise<T> {
    const traces = async () => [
      await contentsOf(app, [COUNTS_ATTEMPTS]),
      receiver.requests.length,
      storedFiles(app),
    ];
    const before = await traces();
    const result = await act();
    expect(await traces()).toEqual(before);
    return result;
  }

  it('200: returns the record as changed, and changes nothing', async () => {
    const { id } = await made(client, 'items.create', {
      boardId: board.id,
      groupId: board.groupIds[0],
      name: 'Old',
    });
    const answer = await withoutTrace(() => client.mutate('items.update', { id, name: 'New' }, DRY));
    expect([answer.status, answer.headers['x-dry-run'], answer.data.name]).toEqual([200, '1', 'New']);
    const { data, headers } = await client.query('items.get', { id });
    expect([data.name, headers['x-dry-run']]).toEqual(['Old', undefined]);
  });

  it('400 and 404: rejects what the real call rejects, with the header', async () => {
    for (const input of [{ name: '' }, { name: 'x', id: 'brd_00000000000000000000000000' }]) {
      const given = { id: board.id, ...input };
      const dry = await withoutTrace(() => client.mutate('boards.update', given, DRY));
      const real = await client.mutate('boards.update', given);
      expect([dry.status, dry.body, dry.headers['x-dry-run']]).toEqual([real.status, real.body, '1']);
      expect(real.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('400: names the header for any other value, and 0 means a real call', async () => {
    for (const value of ['true', '', '2', '1, 1', 'yes']) {
      const answer = await withoutTrace(() =>
        client.mutate('workspaces.create', { name: 'Real?' }, { 'x-dry-run': value }),
      );
      expect([value, refusedPaths(answer), answer.headers['x-dry-run']]).toEqual([
        value,
        ['X-Dry-Run'],
        undefined,
      ]);
    }
    const { data, headers } = await client.mutate(
      'workspaces.create',
      { name: 'Real' },
      { 'x-dry-run': '0' },
    );
    expect(headers['x-dry-run']).toBeUndefined();
    expect((await client.query('workspaces.get', { id: data.id })).status).toBe(200);
  });

  it('200: queries ignore it, in any method', async () => {
    const { status, headers } = await client
      .as({ headers: { 'x-dry-run': 'yes' } })
      .query('boards.get', { id: board.id });
    expect([status, headers['x-dry-run']]).toEqual([200, undefined]);
  });

  it('applies to each call of a batch alone', async () => {
    const { id } = await made(client, 'items.create', {
      boardId: board.id,
      groupId: board.groupIds[0],
      name: 'Kept',
    });
    const body = { 0: { json: { id } }, 1: { json: { id } }, 2: { json: { id: 'nothing' } } };
    const names = ['items.delete', 'items.delete', 'items.delete'].join(',');
    const answer = await withoutTrace(() => client.request('POST', `/api/trpc/${names}?batch=1`, body, DRY));
    const statuses = (answer.body as { error?: { data: { httpStatus: number } } }[]).map(
      ({ error }) => error?.data.httpStatus ?? 200,
    );
    expect([answer.status, answer.headers['x-dry-run'], statuses]).toEqual([207, '1', [200, 200, 400]]);
  });

  it('leaves an Idempotency-Key unused, and is no repeat of its call', async () => {
    const key = { 'idempotency-key': randomBytes(8).toString('hex') };
    const create = (headers: Record<string, string>) =>
      client.mutate('workspaces.create', { name: 'Keyed' }, headers);
    const dry = await withoutTrace(() => create({ ...key, ...DRY }));
    const real = await create(key);
    expect([real.status, real.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(real.data.id).not.toBe(dry.data.id);
    const again = await withoutTrace(() => create({ ...key, ...DRY }));
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(again.data.id).not.toBe(real.data.id);
  });

  it('leaves no state of its own in a cache', async () => {
    const { name } = (await client.query('boards.get', { id: board.id })).data as { name: string };
    await client.mutate('organizations.update', { timezone: 'Asia/Tokyo' }, DRY);
    await client.mutate('boards.update', { id: board.id, name: 'Rehearsed' }, DRY);
    const created = await client.mutate(
      'boards.groups.create',
      { boardId: board.id, name: 'Rehearsed' },
      DRY,
    );
    const { data } = await client.query('boards.get', { id: board.id });
    expect([data.name, data.groups.length]).toEqual([name, board.groupIds.length]);
    const inGroup = { boardId: board.id, groupId: created.data.id, name: 'Nowhere' };
    expect((await client.mutate('items.create', inGroup)).status).toBe(404);
    expect((await client.query('organizations.get')).data.timezone).toBe('UTC');
  });

  it('runs beside real calls, of which each has its effect', async () => {
    const create = (name: string, headers = {}) =>
      client.mutate('items.create', { boardId: board.id, groupId: board.groupIds[0], name }, headers);
    const written = await eventsDuring(organization, async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, at) => (at % 2 ? create('Dry', DRY) : create('Real'))),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers.map(({ headers }) => headers['x-dry-run'])).toEqual(
        answers.map((_, at) => (at % 2 ? '1' : undefined)),
      );
    });
    expect(written).toHaveLength(20);
    const { data } = await client.query('items.list', { boardId: board.id, limit: 100 });
    expect(data.items.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 20 }, () => 'Real'),
    );
  });

  it('counts against the rate limits', async () => {
    const limited = await startApp({
      DATABASE_URL: app.databaseUrl,
      ROLES: 'api',
      RATE_LIMITS: 'on',
      OUTBOUND_ALLOW: '127.0.0.1',
    });
    const call = () => client.at(limited).mutate('boards.update', { id: board.id, name: 'Any' }, DRY);
    const [first, second] = [await call(), await call()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const left = [first, second].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(left[0]! - left[1]!).toBe(1);
    await limited.close();
  });

  it('401 and 403: is not audited when rejected', async () => {
    const { client: member } = await organization.addMember('member');
    await withoutTrace(async () => {
      const answer = await member.mutate(
        'webhooks.create',
        { name: 'W', url: 'https://example.com', events: ['item.created'] },
        DRY,
      );
      expect(answer.status).toBe(403);
      const anonymous = new WireClient(app, { slug: organization.slug });
      expect((await anonymous.mutate('webhooks.create', {}, DRY)).status).toBe(401);
    });
  });

  it('is in the audit log neither when it succeeds nor when it is rejected, unlike the real calls', async () => {
    const { client: member } = await organization.addMember('member');
    const { userId } = organization.owner;
    const rename = (headers = {}) => client.mutate('organizations.update', { name: 'Renamed' }, headers);
    const old = { name: 'Old', expectedUpdatedAt: '2020-01-01T00:00:00.000Z' };
    const calls: [status: number, act: (headers?: Record<string, string>) => Promise<WireAnswer>][] = [
      [200, rename],
      [409, (headers) => client.mutate('organizations.update', old, headers)],
      [404, (headers) => client.mutate('organizations.members.remove', { userId: newId('user') }, headers)],
      [403, (headers) => member.mutate('organizations.members.remove', { userId }, headers)],
    ];
    const dry = await withoutTrace(() => Promise.all(calls.map(async ([, act]) => (await act(DRY)).status)));
    const statuses = calls.map(([status]) => status);
    expect(dry).toEqual(statuses);
    for (const [status, act] of calls) expect((await act()).status).toBe(status);
    expect((await auditEntries(organization, {})).slice(0, calls.length)).toMatchObject([
      { action: 'organizations.members.remove', outcome: 'failure', reason: 'forbidden' },
      { action: 'organizations.members.remove', outcome: 'failure', reason: 'not_found' },
      { action: 'organizations.update', outcome: 'failure', reason: 'conflict' },
      { action: 'organizations.update', outcome: 'success' },
    ]);
  });

  it('400: on routes that are no procedures, instead of a real call', async () => {
    const routes = [
      '/api/auth/tokens',
      '/api/auth/signin',
      '/api/files',
      '/api/scim/v2/Users',
      '/oauth/token',
    ];
    for (const route of routes) {
      const answer = await withoutTrace(() => client.request('POST', route, {}, DRY));
      expect([route, answer.status]).toEqual([route, 400]);
      expect(answer.bytes.toString()).toContain('X-Dry-Run');
    }
  });

  it('applies to tools of the MCP server', async () => {
    const dry = await mcpClient(client.as({ headers: DRY }));
    const { text, isError } = await withoutTrace(() =>
      callTool(dry, 'items_create', { boardId: board.id, groupId: board.groupIds[0], name: 'Tool' }),
    );
    expect([isError, JSON.parse(text).name]).toEqual([false, 'Tool']);
  });

  describe('what happens outside the database', () => {
    it('webhooks.test sends nothing, and says so', async () => {
      const url = `http://127.0.0.1:${receiver.port}/hook`;
      const { id } = await aWebhook(organization, { url });
      const { data } = await withoutTrace(() => client.mutate('webhooks.test', { id }, DRY));
      expect(data).toEqual({
        success: false,
        status: null,
        error: 'A dry run sends no request to another server',
        durationMs: 0,
      });
      expect((await client.mutate('webhooks.test', { id })).data).toMatchObject({
        success: true,
        status: 204,
      });
    });

    it('sso.update contacts no identity provider', async () => {
      const url = `http://127.0.0.1:${receiver.port}/metadata`;
      const download = await withoutTrace(() =>
        client.mutate('sso.update', { type: 'saml', metadata: url }, DRY),
      );
      expect(refusedPaths(download)).toEqual(['metadata']);
      const issuer = {
        type: 'oidc',
        issuer: url,
        clientId: 'trestle',
        clientSecret: 'secret',
        domains: ['example.org'],
      };
      const { status, data } = await withoutTrace(() => client.mutate('sso.update', issuer, DRY));
      expect([status, data.type, data.issuer]).toEqual([200, 'oidc', url]);
    });

    it('boards.import stores no file for its job', async () => {
      const content = `Name\n${'Row\n'.repeat(2_100)}`;
      const { status, data } = await withoutTrace(() =>
        client.mutate('boards.import', { id: board.id, file: { content } }, DRY),
      );
      expect([status, data.rowCount, data.import.status]).toEqual([200, 2_100, 'running']);
    });

    it('organizations.members.invite sends no mail', async () => {
      const input = { email: 'dry@example.com', role: 'member' };
      const { status } = await withoutTrace(() => client.mutate('organizations.members.invite', input, DRY));
      expect(status).toBe(200);
    });

    it('auth.changePassword checks the password, and ends no session', async () => {
      const account = await anAccount({ app });
      const other = new WireClient(app, { cookie: (await aSession(account.userId, { app })).cookie });
      const change = (currentPassword: string) =>
        account.client.mutate(
          'auth.changePassword',
          { currentPassword, newPassword: 'a whole new password' },
          DRY,
        );
      await withoutTrace(async () => {
        expect((await change(account.password)).data).toEqual({ success: true });
        expect(refusedPaths(await change('not the password'))).toEqual(['currentPassword']);
      });
      expect((await other.query('auth.me')).status).toBe(200);
      const signIn = { email: account.email, password: account.password };
      expect((await new WireClient(app).request('POST', '/api/auth/signin', signIn)).status).toBe(200);
    });

    it('429: guesses of a password are counted', async () => {
      const account = await anAccount({ app });
      const guess = () =>
        account.client.mutate(
          'auth.changePassword',
          { currentPassword: 'a guess', newPassword: 'a whole new password' },
          DRY,
        );
      for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess()).status).toBe(400);
      expect((await guess()).status).toBe(429);
    });

    it('auth.twoFactor.begin shows a key that no code can enable', async () => {
      const account = await anAccount({ app });
      const { status, data } = await withoutTrace(() =>
        account.client.mutate('auth.twoFactor.begin', {}, DRY),
      );
      expect([status, typeof data.secret]).toEqual([200, 'string']);
    });
  });
});

function storedFiles({ nest }: TestApp): string[] {
  const directory =
    nest.get(StorageConfig, { strict: false }).directory ??
    `${nest.get(DatabaseConfig, { strict: false }).dataDirectory}/files`;
  try {
    return readdirSync(directory, { recursive: true }).map(String).toSorted();
  } catch {
    return [];
  }
}
