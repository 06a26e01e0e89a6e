import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { WEBHOOK_EVENT_NAMES } from '../../../src/modules/webhooks/webhook-events';
import { sharedApp, type TestApp } from '../../support/app';
import { auditEntries, newestChange } from '../../support/audit';
import { aProject } from '../../support/factories/project.factory';
import { aDelivery, aWebhook } from '../../support/factories/webhook.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const URL = 'https://hooks.example.com/trestle?key=1';

describe('webhooks', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let other: TestOrganization;
  beforeAll(async () => {
    app = await sharedApp();
    [organization, other] = [await anOrganization({ app }), await anOrganization({ app })];
  });

  const client = () => organization.owner.client;
  const input = (change: object = {}) => ({ name: 'Builds', url: URL, events: ['item.created'], ...change });

  it('create 200: the record with its secret, which only a rotation returns again', async () => {
    const project = await aProject({ organization });
    const { status, data } = await client().mutate('webhooks.create', input({ projectId: project.id }));
    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^whk_[0-9A-Z]{26}$/),
      name: 'Builds',
      url: URL,
      events: ['item.created'],
      projectId: project.id,
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      previousSecretExpiresAt: null,
      createdBy: organization.owner.userId,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]+=*$/),
    });
    const { secret, ...record } = data;
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64').length).toBe(32);
    expect((await client().query('webhooks.get', { id: record.id })).data).toEqual(record);
    expect((await client().query('webhooks.list')).data.webhooks.at(-1)).toEqual(record);
    const rotated = await client().mutate('webhooks.rotateSecret', { id: record.id });
    expect(rotated.data).toEqual({
      ...record,
      secret: expect.stringMatching(/^whsec_/),
      previousSecretExpiresAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(rotated.data.secret).not.toBe(secret);
    const left = Date.parse(rotated.data.previousSecretExpiresAt) - Date.now();
    expect(left / 3_600_000).toBeCloseTo(24, 1);
    const { rows } = await app.sql.query<{ text: string }>(
      `select data::text as text from outbox where organization_id = $1
       union all select details::text from audit_entries where organization_id = $1
       union all select webhooks::text from webhooks where organization_id = $1`,
      [organization.id],
    );
    const stored = rows.map(({ text }) => text).join();
    for (const one of [secret, rotated.data.secret])
      expect(stored).not.toContain(one.slice('whsec_'.length, -1));
    const entries = await auditEntries(organization);
    expect(entries.slice(0, 2).map(({ action, target }) => [action, target])).toEqual([
      ['webhooks.rotateSecret', record.id],
      ['webhooks.create', record.id],
    ]);
  });

  it('create 200: every event, by an admin', async () => {
    const admin = await organization.addMember('admin');
    const answer = await admin.client.mutate('webhooks.create', input({ events: WEBHOOK_EVENT_NAMES }));
    expect(answer.data.events).toHaveLength(16);
    expect(answer.data.createdBy).toBe(admin.userId);
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['no URL', { url: '' }, 'url'],
    ['a long URL', { url: `https://hooks.example.com/${'x'.repeat(2_048)}` }, 'url'],
    ['http', { url: 'http://hooks.example.com/' }, 'url'],
    ['a user name', { url: 'https://user:secret@hooks.example.com/' }, 'url'],
    ['no events', { events: [] }, 'events'],
    ['an event twice', { events: ['item.created', 'item.created'] }, 'events'],
    ['an unknown event', { events: ['item.created', 'item.vanished'] }, 'events.1'],
    ['an event that webhooks do not have', { events: ['item.created', 'workspace.created'] }, 'events.1'],
    ['the test event', { events: ['webhook.test'] }, 'events.0'],
    ['a given secret', { secret: 'whsec_x' }, 'secret'],
    ['another kind of id', { projectId: newId('board') }, 'projectId'],
  ])('create and update 400: %s', async (_what, change, path) => {
    const { id } = await aWebhook(other);
    const written = await eventsDuring(organization, async () => {
      expect(refusedPaths(await client().mutate('webhooks.create', input(change)))).toEqual([path]);
    });
    expect(refusedPaths(await other.owner.client.mutate('webhooks.update', { id, ...change }))).toEqual([
      path,
    ]);
    expect(written).toEqual([]);
  });

  it('create 400: more than 50, also in parallel', async () => {
    const crowded = await anOrganization({ app });
    for (let count = 0; count < 47; count += 1) await aWebhook(crowded);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => crowded.owner.client.mutate('webhooks.create', input())),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400, 400]);
  });

  it('list 200: page by page, oldest first', async () => {
    const listed = await anOrganization({ app });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await aWebhook(listed)).id);
    const first = await listed.owner.client.query('webhooks.list', { limit: 2 });
    expect(first.data.webhooks.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    const rest = await listed.owner.client.query('webhooks.list', { cursor: first.data.nextCursor });
    expect(rest.data.webhooks.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect(rest.data.nextCursor).toBeNull();
    expect(
      refusedPaths(await listed.owner.client.query('webhooks.list', { cursor: newId('webhook') })),
    ).toEqual(['cursor']);
  });

  it('update 200: the given fields; 409 for an outdated version', async () => {
    const { id } = await aWebhook(organization);
    const before = (await client().query('webhooks.get', { id })).data;
    const change = { name: 'Renamed', url: 'https://other.example.com/', events: ['value.changed'] };
    const answer = await client().mutate('webhooks.update', {
      id,
      ...change,
      expectedUpdatedAt: before.updatedAt,
    });
    expect(answer.data).toEqual({
      ...before,
      ...change,
      updatedAt: expect.not.stringMatching(before.updatedAt),
    });
    expect(await newestChange(organization)).toEqual([
      { name: before.name, url: before.url, events: before.events },
      change,
    ]);
    const late = { id, name: 'Late', expectedUpdatedAt: before.updatedAt };
    expect((await client().mutate('webhooks.update', late)).status).toBe(409);
    expect((await client().query('webhooks.get', { id })).data.name).toBe('Renamed');
  });

  it('update 200: disabled and enabled again; a project is set and removed', async () => {
    const project = await aProject({ organization });
    const { id } = await aWebhook(organization);
    const update = async (change: object) =>
      (await client().mutate('webhooks.update', { id, ...change })).data;
    expect(await update({ enabled: false, projectId: project.id })).toMatchObject({
      enabled: false,
      disabledReason: 'manual',
      disabledAt: expect.stringMatching(/Z$/),
      projectId: project.id,
    });
    expect(await update({ enabled: true, projectId: null })).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      projectId: null,
    });
  });

  it('403: members, guests and tokens without the scope', async () => {
    const { id } = await aWebhook(organization);
    for (const role of ['member', 'guest'] as const) {
      const { client: low } = await organization.addMember(role);
      expect((await low.query('webhooks.get', { id })).status).toBe(403);
      expect((await low.mutate('webhooks.create', input())).status).toBe(403);
    }
    const token = await organization.tokenFor(organization.owner, ['read', 'write', 'delete', 'admin']);
    expect((await token.query('webhooks.list')).status).toBe(403);
    expect((await token.mutate('webhooks.delete', { id })).status).toBe(403);
    const narrow = await organization.tokenFor(organization.owner, ['webhooks']);
    expect((await narrow.query('webhooks.list')).status).toBe(200);
    expect((await narrow.mutate('webhooks.delete', { id })).status).toBe(200);
    expect((await narrow.query('webhooks.get', { id })).status).toBe(404);
  });

  it('404: webhooks, deliveries and projects of another organization', async () => {
    const { id: webhookId } = await aWebhook(other);
    const deliveryId = await aDelivery(other, webhookId);
    for (const [name, rest] of [
      ['webhooks.update', { name: 'x' }],
      ['webhooks.delete', {}],
      ['webhooks.test', {}],
      ['webhooks.rotateSecret', {}],
      ['webhooks.replay', { from: '2026-01-01T00:00:00Z' }],
    ] as const)
      await expectHidden(webhookId, (id) => client().mutate(name, { id, ...rest }));
    await expectHidden(webhookId, (id) => client().query('webhooks.get', { id }));
    await expectHidden(webhookId, (id) => client().query('webhooks.deliveries.list', { webhookId: id }));
    await expectHidden(deliveryId, (id) => client().mutate('webhooks.deliveries.redeliver', { id }));
    const project = await aProject({ organization: other });
    await expectHidden(project.id, (projectId) => client().mutate('webhooks.create', input({ projectId })));
    const { id } = await aWebhook(organization);
    await expectHidden(project.id, (projectId) => client().mutate('webhooks.update', { id, projectId }));
  });

  it('deliveries.list 200: newest first, by status and page by page; 400 for an unknown cursor', async () => {
    const { id: webhookId } = await aWebhook(organization);
    const ids: string[] = [];
    for (const status of ['failed', 'success', 'failed'])
      ids.unshift(await aDelivery(organization, webhookId, { status }));
    const list = (page: object) => client().query('webhooks.deliveries.list', { webhookId, ...page });
    const idsOf = (data: { deliveries: { id: string }[] }) => data.deliveries.map(({ id }) => id);
    expect(idsOf((await list({})).data)).toEqual(ids);
    const first = await list({ limit: 2 });
    expect(idsOf(first.data)).toEqual(ids.slice(0, 2));
    expect(idsOf((await list({ cursor: first.data.nextCursor })).data)).toEqual(ids.slice(2));
    expect(idsOf((await list({ status: 'failed' })).data)).toEqual([ids[0], ids[2]]);
    expect(idsOf((await list({ status: 'pending' })).data)).toEqual([]);
    const { id: elsewhere } = await aWebhook(organization);
    for (const cursor of [newId('delivery'), await aDelivery(organization, elsewhere)])
      expect(refusedPaths(await list({ cursor }))).toEqual(['cursor']);
    expect(refusedPaths(await list({ limit: 201 }))).toEqual(['limit']);
    expect(refusedPaths(await list({ status: 'gone' }))).toEqual(['status']);
  });

  it('delete 200: with its deliveries', async () => {
    const { id: webhookId } = await aWebhook(organization);
    const id = await aDelivery(organization, webhookId);
    await made(client(), 'webhooks.delete', { id: webhookId });
    expect((await client().mutate('webhooks.deliveries.redeliver', { id })).status).toBe(404);
    await expect
      .poll(
        async () =>
          (await app.sql.query('select from webhook_deliveries where webhook_id = $1', [webhookId])).rowCount,
      )
      .toBe(0);
  });

  it.each([
    ['no start', {}, ['from']],
    ['two starts', { since: newId('event'), from: '2026-01-01T00:00:00Z' }, ['from']],
    ['an end without a start', { since: newId('event'), to: '2026-01-01T00:00:00Z' }, ['to']],
    ['an end before the start', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, ['to']],
    ['an unknown event', { since: newId('event') }, ['since']],
    ['an event of the far future', { since: 'evt_ZZZZZZZZZZZZZZZZZZZZZZZZZZ' }, ['since']],
    ['an event of the far past', { since: 'evt_00000000000000000000000000' }, ['since']],
    ['no time', { from: 'yesterday' }, ['from']],
  ])('replay 400: %s', async (_what, range, paths) => {
    const { id } = await aWebhook(organization);
    expect(refusedPaths(await client().mutate('webhooks.replay', { id, ...range }))).toEqual(paths);
  });

  it('replay 200: any time that can be written', async () => {
    const { id } = await aWebhook(organization);
    for (const range of [
      { from: '0001-01-01T00:00:00+14:00' },
      { from: '9999-12-31T23:59:59Z' },
      { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59-14:00' },
    ])
      expect(await made(client(), 'webhooks.replay', { id, ...range })).toEqual({ deliveries: 0 });
  });

  it('replay and redeliver 400: a disabled webhook', async () => {
    const { id } = await aWebhook(organization);
    const deliveryId = await aDelivery(organization, id);
    await made(client(), 'webhooks.update', { id, enabled: false });
    const replayed = await client().mutate('webhooks.replay', { id, from: '2026-01-01T00:00:00Z' });
    const redelivered = await client().mutate('webhooks.deliveries.redeliver', { id: deliveryId });
    for (const answer of [replayed, redelivered])
      expect(answer.error?.data).toMatchObject({ code: 'BAD_REQUEST', reason: 'webhook_disabled' });
  });
});
