import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { cloneDatabase } from '../../../support/database';
import { deliverEvents } from '../../../support/events';
import { anAutomation } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aWebhook } from '../../../support/factories/webhook.factory';
import { scrape, startMeasuredApp } from '../../../support/metrics';
import { query } from '../embedded-postgres/support/place';
import { ReplicatedDatabase } from './support/replicated-database';

interface ReplicaHealth {
  status: string;
  lagMs?: number | null;
  error?: string;
}

const health = async (app: TestApp) =>
  (await new WireClient(app).request('GET', '/api/health/replica')).body as ReplicaHealth;
const isReady = async (app: TestApp) =>
  (await new WireClient(app).request('GET', '/api/health/ready')).status === 200;

const replicaIsUsed = (app: TestApp) =>
  vi.waitFor(async () => expect(await health(app)).toEqual({ status: 'ok', lagMs: expect.any(Number) }));

describe('the read replica', () => {
  const databases = new ReplicatedDatabase();
  let app: TestApp;
  let other: TestApp;
  let board: TestBoard;
  beforeAll(async () => {
    await databases.start();
    const env = { DATABASE_URL: databases.primaryUrl, DATABASE_READ_URL: databases.replicaUrl, ROLES: 'api' };
    app = await startMeasuredApp(env);
    other = await startApp(env);
    const organization = await anOrganization({ app });
    board = await aBoard({ organization });
    await replicaIsUsed(app);
    await replicaIsUsed(other);
  });
  afterAll(async () => {
    await app?.close();
    await other?.close();
    await databases.stop();
  });
  // The next test starts with a replica that has replayed everything.
  afterEach(async () => {
    await databases.resumeReplay();
    await replicaIsUsed(app);
    await replicaIsUsed(other);
  });

  const client = () => board.organization.owner.client;

  async function exported(at: TestApp = app): Promise<string> {
    const { data } = await client().at(at).query('boards.export', { id: board.id, format: 'csv' });
    const { pathname, search } = new URL(data.url);
    const { status, bytes } = await client()
      .at(at)
      .request('GET', pathname + search);
    expect(status).toBe(200);
    return bytes.toString();
  }

  /** Whether the replica executed statements that read the table, as the last ones on their connections. */
  async function replicaServes(table: string, call: () => Promise<unknown>): Promise<boolean> {
    const [{ now }] = (await query(databases.replicaUrl, 'select clock_timestamp()::text as now')) as [
      { now: string },
    ];
    await call();
    const found = await query(
      databases.replicaUrl,
      `select from pg_stat_activity where application_name = 'trestle-reports' and query ~ '\\m${table}\\M'
         and query_start > '${now}'`,
    );
    return found.length > 0;
  }

  const READS: Record<string, [string, () => Promise<unknown>]> = {
    'search.query': ['search_\\w+', () => client().query('search.query', { q: 'x1 y2' })],
    'activity.list': [
      '(activity_terms|activity|items)',
      () => client().query('activity.list', { boardId: board.id }),
    ],
    'items.summary with an aggregate': [
      'item_values',
      () =>
        client().query('items.summary', {
          boardId: board.id,
          aggregates: [{ columnId: board.column('Status'), fn: 'filled' }],
        }),
    ],
    'audit.list': ['audit_entries', () => client().query('audit.list', {})],
    'the export of a board': ['items', () => exported()],
    'the log of an automation': [
      'automation_executions',
      async () => {
        const automationId = await anAutomation(board);
        return client().query('automations.log', { automationId });
      },
    ],
    'the deliveries of a webhook': [
      'webhook_deliveries',
      async () => {
        const { id } = await aWebhook(board.organization);
        return client().query('webhooks.deliveries.list', { webhookId: id });
      },
    ],
  };

  it.each(Object.keys(READS))('serves %s', async (name) => {
    const [table, call] = READS[name]!;
    await expect.poll(() => replicaServes(table, call)).toBe(true);
  });

  it('does not serve other reads', async () => {
    const call = () => client().query('items.list', { boardId: board.id, groupId: board.groupIds[0]! });
    expect(await replicaServes('items', call)).toBe(false);
  });

  it('needs no user with special rights', async () => {
    await query(
      databases.primaryUrl,
      `create role reader login password 'reader'; grant pg_read_all_data to reader`,
    );
    const url = Object.assign(new URL(databases.replicaUrl), { username: 'reader', password: 'reader' });
    const DATABASE_URL = databases.primaryUrl;
    const reading = await startApp({ DATABASE_URL, DATABASE_READ_URL: url.href, ROLES: 'api' });
    await replicaIsUsed(reading);
    await reading.close();
  });

  it('returns own writes at every process while the replay stands still', async () => {
    await databases.pauseReplay();
    for (const [writer, reader] of [
      [app, app],
      [app, other],
      [other, app],
    ] as const) {
      const name = `Written while paused ${Math.random()}`;
      const written = await client()
        .at(writer)
        .mutate('items.create', { boardId: board.id, groupId: board.groupIds[0]!, name });
      expect(written.status).toBe(200);
      expect(await exported(reader)).toContain(name);
    }
    expect(await isReady(app)).toBe(true);
  });

  it('returns own writes while the replay goes on', async () => {
    for (let round = 0; round < 50; round += 1) {
      const name = `Round ${round} of the written`;
      await client().mutate('items.create', { boardId: board.id, groupId: board.groupIds[0]!, name });
      expect(await exported(other)).toContain(name);
    }
  });

  it('is not used while it is more than five seconds behind, which its health and its metrics show', async () => {
    const reads = (server: string) => `trestle_replica_reads_total{server="${server}"}`;
    const before = await scrape(app);
    expect(before.value('trestle_replica_up')).toBe(1);
    expect(before.value('trestle_replica_lag_seconds')).toBeLessThan(5);
    await expect
      .poll(async () => {
        await exported();
        return (await scrape(app)).value(reads('replica'))! - before.value(reads('replica'))!;
      })
      .toBeGreaterThan(0);
    await databases.pauseReplay();
    await anItem(board, { name: 'Not replayed' });
    await vi.waitFor(async () =>
      expect(await health(app)).toMatchObject({
        status: 'error',
        error: 'the read replica is too far behind',
      }),
    );
    expect((await health(app)).lagMs).toBeGreaterThan(5_000);
    expect(await isReady(app)).toBe(true);
    expect(await replicaServes('items', () => exported())).toBe(false);
    const behind = await scrape(app);
    expect(behind.value('trestle_replica_up')).toBe(0);
    expect(behind.value('trestle_replica_lag_seconds')).toBeGreaterThan(5);
    expect(behind.value(reads('primary'))).toBeGreaterThan(before.value(reads('primary'))!);
    await databases.resumeReplay();
    await replicaIsUsed(app);
    await expect.poll(() => replicaServes('items', () => exported())).toBe(true);
  });

  it('is not used while it is down, and used again when it is back', async () => {
    await exported();
    await databases.killReplica();
    const names = ['search.query', 'activity.list', 'audit.list', 'the export of a board'];
    for (const name of names) await READS[name]![1]();
    expect((await client().query('audit.list', {})).status).toBe(200);
    await vi.waitFor(async () =>
      expect(await health(app)).toEqual({
        status: 'error',
        error: 'the read replica does not respond',
        lagMs: null,
      }),
    );
    expect(await isReady(app)).toBe(true);
    expect(await exported()).toContain('Item name');
    await databases.startReplica();
    await replicaIsUsed(app);
    await expect.poll(() => replicaServes('items', () => exported())).toBe(true);
  });

  it('delays no call for long while it is frozen', async () => {
    const thaw = await databases.freezeReplica();
    try {
      expect(await exported()).toContain('Item name');
      await vi.waitFor(async () =>
        expect(await health(app)).toMatchObject({ error: 'the read replica does not respond' }),
      );
      expect(await exported()).toContain('Item name');
    } finally {
      thaw();
    }
  });

  it('shows entries of events that were delivered', async () => {
    const itemId = await anItem(board, { name: 'With a history' });
    await deliverEvents(app);
    const { data } = await client().at(other).query('activity.list', { itemId });
    expect(data.entries).toHaveLength(1);
  });
});

describe('a server that is not a replica of the database', () => {
  let app: TestApp;
  let organization: TestOrganization;
  afterEach(() => app.close());

  async function start(env: Record<string, string>): Promise<void> {
    app = await startApp({ ROLES: 'api', ...env });
    organization = await anOrganization({ app });
  }

  const isRejected = async (error: string) => {
    await vi.waitFor(async () => expect(await health(app)).toEqual({ status: 'error', error, lagMs: null }));
    expect((await organization.owner.client.query('audit.list', {})).status).toBe(200);
  };

  it('is not used: the primary itself', async () => {
    const DATABASE_URL = await cloneDatabase();
    await start({ DATABASE_URL, DATABASE_READ_URL: DATABASE_URL });
    await isRejected('the server is not a replica of this database');
  });

  it('is not used: another database', async () => {
    await start({ DATABASE_READ_URL: await cloneDatabase() });
    await isRejected('the server is not a replica of this database');
  });

  it('is not used: nothing responds at the address', async () => {
    await start({ DATABASE_READ_URL: 'postgres://u:p@127.0.0.1:1/x' });
    await isRejected('the read replica does not respond');
  });
});

describe('without a read replica', () => {
  it('health shows that there is none', async () => {
    const app = await startApp({ ROLES: 'api' });
    expect(await health(app)).toEqual({ status: 'disabled' });
    await app.close();
  });
});
