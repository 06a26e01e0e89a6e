import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/kernel/ids';
import { TEST_SECRET } from '../support/app';
import { cloneDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';

/** After how many acknowledged changes the service is killed, round by round. */
const KILLED_AFTER = [25, 60, 140];

interface Entry {
  action: string;
  target: string | null;
  requestId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

describe('the audit log of a service that is killed while roles and settings change', () => {
  let databaseUrl: string;
  let dataDir: string;
  let sql: pg.Client;
  let service: ServiceProcess;
  let authorization: string;
  let organizationId: string;
  let userId: string;
  let count = 0;
  /** Request ids of changes with status 200. */
  const acknowledged: string[] = [];

  beforeAll(async () => {
    databaseUrl = await cloneDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'trestle-audit-'));
    sql = new pg.Client({ connectionString: databaseUrl });
    await sql.connect();
  }, 60_000);
  afterAll(async () => {
    await service?.discard();
    await sql.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function start(): Promise<ServiceProcess> {
    service = new ServiceProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      APP_SECRET: TEST_SECRET,
      RATE_LIMITS: 'off',
    });
    return service.ready();
  }

  async function post(path: string, body: object, headers: Record<string, string>): Promise<Response> {
    return service.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** An organization with an admin's token, and someone whose role will change. */
  async function found(): Promise<void> {
    const registered = await post(
      '/api/auth/register',
      {
        name: 'Ada',
        email: 'ada@example.com',
        password: 'correct horse battery',
        organizationName: 'Acme',
      },
      {},
    );
    const { organization } = (await registered.json()) as { organization: { id: string } };
    organizationId = organization.id;
    const cookie = registered.headers.getSetCookie()[0]!.split(';', 1)[0]!;
    const scopes = ['read', 'write', 'admin'];
    const created = await post('/api/auth/tokens', { name: 'Script', scopes }, { cookie });
    authorization = `Bearer ${((await created.json()) as { token: string }).token}`;
    userId = newId('user');
    await sql.query(
      `insert into users (id, email, email_key, name, created_at, updated_at)
       values ($1, 'bob@example.com', 'bob@example.com', 'Bob', now(), now())`,
      [userId],
    );
    await sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now(), now())`,
      [organizationId, userId],
    );
  }

  /** What the script does over and over, each time with something else. */
  const CHANGES: ((turn: number) => [string, object])[] = [
    (turn) => ['organizations.update', { name: `Name ${turn}` }],
    (turn) => [
      'organizations.update',
      { language: turn % 2 ? 'de' : 'en', weekStart: turn % 3 ? 'monday' : 'sunday' },
    ],
    (turn) => [
      'organizations.members.updateRole',
      { userId, role: (['guest', 'member', 'admin'] as const)[turn % 3] },
    ],
    (turn) => ['workspaces.create', { name: `Workspace ${turn}` }],
  ];

  /** Makes one change after the other until the service stops responding. */
  async function script(change: (turn: number) => [string, object], isOver: () => boolean): Promise<void> {
    for (;;) {
      const [name, input] = change((count += 1));
      try {
        const response = await post(`/api/trpc/${name}`, { json: input }, { authorization });
        if (response.status !== 200)
          throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
        acknowledged.push(response.headers.get('x-request-id')!);
        await response.arrayBuffer();
      } catch (error) {
        if (isOver()) return;
        throw error;
      }
    }
  }

  async function round(killedAfter: number): Promise<void> {
    await start();
    if (organizationId === undefined) await found();
    let isOver = false;
    const before = acknowledged.length;
    const scripts = CHANGES.map((change) => script(change, () => isOver));
    await Promise.race([
      vi.waitUntil(() => acknowledged.length - before >= killedAfter, { interval: 1 }),
      Promise.all(scripts),
    ]);
    isOver = true;
    service.signal('SIGKILL');
    await Promise.all(scripts);
    expect(await service.over()).toBe('SIGKILL');
    // What the service had sent, the database may still be doing.
    await vi.waitUntil(
      async () => {
        const { rows } = await sql.query(
          'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        return rows.length === 0;
      },
      { interval: 20 },
    );
  }

  async function entries(): Promise<Entry[]> {
    const { rows } = await sql.query<Entry>(
      `select action, target, request_id as "requestId", details -> 'before' as before, details -> 'after' as after
       from audit_entries where organization_id = $1 and outcome = 'success' order by at, id`,
      [organizationId],
    );
    return rows;
  }

  /** Follows one record from change to change; a change without an entry, or an entry without a change, breaks the chain. */
  function follow(state: Record<string, unknown>, changes: readonly Entry[]): Record<string, unknown> {
    for (const { before, after } of changes) {
      if (before === null || after === null) continue;
      for (const [field, value] of Object.entries(before))
        expect([field, state[field]]).toEqual([field, value]);
      Object.assign(state, after);
    }
    return state;
  }

  it.each(KILLED_AFTER)('after %i changes: contains exactly the committed changes', async (killedAfter) => {
    await round(killedAfter);
    const told = await entries();
    const of = (name: string) => told.filter(({ action }) => action === name);

    const requestIds = told.map(({ requestId }) => requestId);
    expect(acknowledged.filter((id) => !requestIds.includes(id))).toEqual([]);
    expect(new Set(requestIds).size).toBe(told.length);

    const { rows: made } = await sql.query<{ id: string }>(
      'select id from workspaces where organization_id = $1 order by id',
      [organizationId],
    );
    expect(
      of('workspaces.create')
        .map(({ target }) => target)
        .toSorted(),
    ).toEqual(made.map(({ id }) => id));

    const { rows: settings } = await sql.query<Record<string, unknown>>(
      `select name, language, week_start as "weekStart" from organizations where id = $1`,
      [organizationId],
    );
    const founded = { name: 'Acme', language: 'en', weekStart: 'monday' };
    expect(follow(founded, of('organizations.update'))).toEqual(settings[0]);

    const { rows: roles } = await sql.query<Record<string, unknown>>(
      'select role from members where organization_id = $1 and user_id = $2',
      [organizationId, userId],
    );
    expect(follow({ role: 'member' }, of('organizations.members.updateRole'))).toEqual(roles[0]);
  });
});
