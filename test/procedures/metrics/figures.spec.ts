import { afterEach, describe, expect, it, vi } from 'vitest';
import { Mailer } from '../../../src/platform/mail/mailer';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import type { TestApp } from '../../support/app';
import { cloneDatabase } from '../../support/database';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aDelivery, aWebhook } from '../../support/factories/webhook.factory';
import { HttpReceiver } from '../../support/http-receiver';
import { LiveSocket, type RejectedHandshake } from '../../support/live-socket';
import { scrape, startMeasuredApp } from '../../support/metrics';
import { TcpProxy } from '../../support/tcp-proxy';

const KINDS = ['automation effects', 'events', 'queue', 'scheduled work', 'webhooks'];
const isRead = (kind: string) => `trestle_figures_up{figures="${kind}"}`;

describe('metrics', () => {
  const apps: TestApp[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const app of apps.splice(0)) await app.close();
  });

  async function start(env: Record<string, string> = {}): Promise<TestApp> {
    const app = await startMeasuredApp(env);
    apps.push(app);
    return app;
  }
  const boardOf = async (app: TestApp): Promise<TestBoard> =>
    aBoard({ organization: await anOrganization({ app }) });

  it('show the events that wait, and that each subscriber has processed the others', async () => {
    const app = await start();
    const board = await boardOf(app);
    await deliverEvents(app);
    await anItem(board);
    const waiting = await app.sql.query('select from outbox');
    const { value, series } = await scrape(app);
    expect(value('trestle_outbox_events')).toBe(waiting.rowCount);
    expect(value('trestle_outbox_oldest_seconds')).toBeGreaterThan(0);
    expect(series('trestle_subscriber_events_behind').length).toBeGreaterThan(5);
    expect(value('trestle_subscriber_events_behind{subscriber="webhooks"}')).toBe(0);
    expect(value('trestle_subscriber_oldest_seconds{subscriber="webhooks"}')).toBe(0);
    expect([value('trestle_event_backlogs'), value('trestle_event_failures')]).toEqual([0, 0]);
  });

  it('show subscribers that are behind', async () => {
    const app = await start();
    const board = await boardOf(app);
    await deliverEvents(app);
    await anItem(board);
    const { position } = (await app.sql.query(`select * from event_subscribers where name = 'activity'`))
      .rows[0] as { position: string };
    await deliverEvents(app);
    await app.sql.query(`update event_subscribers set position = $1 where name = 'activity'`, [position]);
    const { value } = await scrape(app);
    expect(value('trestle_subscriber_events_behind{subscriber="activity"}')).toBeGreaterThan(0);
    expect(value('trestle_subscriber_oldest_seconds{subscriber="activity"}')).toBeGreaterThan(0);
    expect(value('trestle_subscriber_events_behind{subscriber="webhooks"}')).toBe(0);
  });

  it('count attempts of webhooks by outcome, and show what waits', async () => {
    const receiver = await HttpReceiver.start();
    const app = await start({ OUTBOUND_ALLOW: '127.0.0.1' });
    const board = await boardOf(app);
    const { organization } = board;
    await aWebhook(organization, { url: receiver.url('/works') });
    await aWebhook(organization, { url: receiver.url('/fails') });
    receiver.respond = ({ path }, response) => response.writeHead(path === '/works' ? 204 : 500).end();
    await anItem(board);
    await deliverEvents(app);
    const attempts = (outcome: string) => `trestle_webhook_attempts_total{outcome="${outcome}"}`;
    await vi.waitFor(async () => {
      const { value } = await scrape(app);
      expect([value(attempts('succeeded')), value(attempts('failed'))]).toEqual([1, 1]);
    });
    expect((await scrape(app)).value('trestle_webhook_attempt_duration_seconds_count')).toBe(2);
    await vi.waitFor(async () => {
      const { value } = await scrape(app);
      expect(value('trestle_webhook_deliveries_pending')).toBe(1);
      expect(value('trestle_webhook_deliveries_retrying')).toBe(1);
      expect(value('trestle_webhooks_failing')).toBe(1);
    });
    receiver.close();
  });

  it('show scheduled work with its interval, its last success and its failure', async () => {
    const app = await start();
    await app.sql.query(
      `insert into schedule_runs (name, kind, started_at, duration_ms, outcome, error, last_succeeded_at) values
         ('items.purge-trash', '', now(), 1, 'failed', 'an error', '2026-01-02T03:04:05Z'),
         ('events.watch-lag', '', now(), 1, 'succeeded', null, now()),
         ('a.work-of-another-release', '', now(), 1, 'failed', 'an error', now())`,
    );
    const { value, series } = await scrape(app);
    const of = (name: string, work: string) => value(`trestle_scheduled_work_${name}{work="${work}"}`);
    expect(of('interval_seconds', 'items.purge-trash')).toBe(86_400);
    expect(of('failing', 'items.purge-trash')).toBe(1);
    expect(of('last_success_timestamp_seconds', 'items.purge-trash')).toBe(
      Date.parse('2026-01-02T03:04:05Z') / 1000,
    );
    expect(of('failing', 'events.watch-lag')).toBe(0);
    expect(of('last_success_timestamp_seconds', 'search.fill')).toBeUndefined();
    expect(series().filter((each) => each.includes('another-release'))).toEqual([]);
  });

  it('count mails by outcome', async () => {
    const app = await start({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const mail = { to: 'someone@example.com', subject: 'a subject', text: 'a text' };
    await expect(app.nest.get(Mailer, { strict: false }).send(mail)).rejects.toThrow('ECONNREFUSED');
    const logging = await start();
    await logging.nest.get(Mailer, { strict: false }).send(mail);
    const failing = await scrape(app);
    expect(failing.value('trestle_mails_total{outcome="failed"}')).toBe(1);
    expect(failing.text).not.toContain('someone');
    expect((await scrape(logging)).series('trestle_mails')).toEqual(['trestle_mails_total{outcome="sent"}']);
  });

  it('show open sockets, and count handshakes and messages', async () => {
    const app = await start();
    const board = await boardOf(app);
    const { caller } = board.organization.owner.client;
    await expect(LiveSocket.open(app, '/ws', { token: 'wrong' })).rejects.toMatchObject({
      status: 401,
    } satisfies Partial<RejectedHandshake>);
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, caller);
    await socket.ofType('ready');
    socket.send('ping');
    await socket.ofType('pong');
    const { value } = await scrape(app);
    expect(value('trestle_sockets_open')).toBe(1);
    expect(value('trestle_socket_handshakes_total{status="101"}')).toBe(1);
    expect(value('trestle_socket_handshakes_total{status="401"}')).toBe(1);
    expect(value('trestle_socket_messages_total{direction="in"}')).toBe(1);
    expect(value('trestle_socket_messages_total{direction="out"}')).toBe(socket.messages.length);
    socket.close();
    await vi.waitFor(async () => expect((await scrape(app)).value('trestle_sockets_open')).toBe(0));
  });

  it('show the pool, and count failed statements by cause', async () => {
    const app = await start({ DATABASE_POOL_SIZE: '5', ROLES: 'api' });
    const { client } = (await anOrganization({ app })).owner;
    const before = await scrape(app);
    expect(before.value('trestle_database_up')).toBe(1);
    expect(before.value('trestle_database_pool_size')).toBe(5);
    expect(before.value('trestle_database_pool_waiting')).toBe(0);
    const states = ['used', 'idle'].map((state) =>
      before.value(`trestle_database_pool_connections{state="${state}"}`),
    );
    expect(states[0]! + states[1]!).toBeGreaterThan(0);
    await app.sql.query('alter table workspaces rename to moved');
    expect((await client.query('workspaces.list', {})).status).toBe(500);
    const failures = 'trestle_database_errors_total{cause="other"}';
    expect((await scrape(app)).value(failures)! - before.value(failures)!).toBe(1);
  });

  it.each(['cut', 'freeze'] as const)(
    'are shown without those of the database while it is away (%s), and again afterwards',
    async (problem) => {
      const { proxy, url } = await TcpProxy.before(await cloneDatabase());
      const app = await start({ DATABASE_URL: url });
      proxy[problem]();
      const away = await scrape(app);
      expect(away.status).toBe(200);
      expect(away.value('trestle_database_up')).toBe(0);
      expect(KINDS.map((kind) => away.value(isRead(kind)))).toEqual(KINDS.map(() => 0));
      for (const name of ['outbox', 'subscriber', 'queue', 'webhook_deliveries', 'scheduled_work'])
        expect(away.series(`trestle_${name}_`)).toEqual([]);
      expect(away.value('nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
      proxy.restore();
      await vi.waitFor(async () => {
        const { value } = await scrape(app);
        expect(value('trestle_database_up')).toBe(1);
        expect(KINDS.map((kind) => value(isRead(kind)))).toEqual(KINDS.map(() => 1));
        expect(value('trestle_outbox_events')).toBe(0);
      });
      await app.close();
      apps.length = 0;
      await proxy.close();
    },
  );

  it('of one kind that cannot be read are missing, and the others are shown', async () => {
    const app = await start();
    await app.sql.query('alter table schedule_runs rename to moved');
    const { value, series } = await scrape(app);
    expect(KINDS.map((kind) => value(isRead(kind)))).toEqual([1, 1, 1, 0, 1]);
    expect(series('trestle_scheduled_work')).toEqual([]);
    await app.sql.query('alter table moved rename to schedule_runs');
    expect((await scrape(app)).value(isRead('scheduled work'))).toBe(1);
  });

  it('are not read again by scrapes that follow each other closely', async () => {
    const app = await start();
    const transactions = vi.spyOn(app.nest.get(TransactionRunner), 'runQuietly');
    const scrapes = await Promise.all([scrape(app), scrape(app), scrape(app)]);
    const { organization } = await boardOf(app);
    await aDelivery(organization, (await aWebhook(organization)).id, { status: 'pending' });
    const later = await scrape(app);
    for (const { value } of [...scrapes, later]) expect(value('trestle_webhook_deliveries_pending')).toBe(0);
    const readers = transactions.mock.contexts.length;
    expect(readers).toBe(KINDS.length);
  });

  it.each([
    ['api', 0],
    ['realtime', 0],
    ['worker', 1],
    ['api,worker', 1],
  ])('of the installation are shown by workers: %s', async (roles, isShown) => {
    const app = await start({ ROLES: roles });
    const { series, value } = await scrape(app);
    expect(series('trestle_figures_up')).toHaveLength(isShown * KINDS.length);
    expect(series('trestle_outbox_events')).toHaveLength(isShown);
    expect(series('trestle_worker_up')).toHaveLength(isShown);
    expect(value('trestle_database_up')).toBe(1);
    expect(series('trestle_replica')).toEqual([]);
    expect(series('trestle_redis')).toEqual([]);
  });
});
