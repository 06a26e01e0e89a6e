import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EventPresenterService } from '../../../../src/modules/events/presentation/event-presenter.service';
import { SubscriberReplay } from '../../../../src/platform/events/delivery/subscriber-replay';
import { anItem } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';
import { verified } from '../../../support/http-receiver';
import { DeliveryWorld } from './support';

describe('deliveries of webhooks', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    return () => world.close();
  });
  afterEach(() => world.accept());

  it('sends a signed request for an event, which the log shows without the signature', async () => {
    const webhook = await world.webhook({ events: ['item.created'] });
    const { id, secret } = webhook;
    const itemId = await anItem(world.board, { name: 'Sent' });
    await world.deliver();
    const [request] = await world.received(1, webhook);
    expect(verified(request!, secret)).toEqual(request!.event);
    expect(request!.event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'item.created',
      timestamp: expect.stringMatching(/Z$/),
      organization: { id: world.organization.id, slug: world.organization.slug },
      data: { item: { id: itemId } },
    });
    expect(request!.headers).toMatchObject({
      'webhook-id': request!.event.id,
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Trestle\//),
    });
    expect(() => verified({ ...request!, body: `${request!.body} ` }, secret)).toThrow(/signature/);
    const [delivery] = await world.ended(id);
    expect(delivery).toMatchObject({
      webhookId: id,
      eventId: request!.event.id,
      eventType: 'item.created',
      status: 'success',
      attempts: 1,
      nextAttemptAt: null,
      request: { url: world.receiver.url(webhook.at), body: request!.body },
      response: { status: 204, body: '' },
      error: null,
      durationMs: expect.any(Number),
    });
    expect(Object.keys(delivery.request.headers).toSorted()).toEqual([
      'content-type',
      'webhook-id',
      'webhook-timestamp',
    ]);
    expect(JSON.stringify(delivery)).not.toContain(secret);
  });

  it('sends only the events of the webhook, and with a project only those of its boards', async () => {
    const elsewhere = await world.anotherBoard();
    await world.deliver();
    const all = await world.webhook({ events: ['item.created', 'board.created', 'member.invited'] });
    const one = await world.webhook({
      events: ['item.created', 'member.invited'],
      projectId: world.board.project.id,
    });
    const organization = await world.anotherOrganization();
    const none = await world.webhook({ organization, events: ['item.created', 'board.created'] });
    await world.deliver();
    const before = world.receivedSoFar(all).length;
    const here = await anItem(world.board);
    const there = await anItem(elsewhere);
    await world.rename(here, 'Renamed');
    await world.act('organizations.members.invite', {
      email: `${here.toLowerCase()}@example.com`,
      role: 'member',
    });
    await world.deliver();
    const requests = (await world.received(before + 3, all)).slice(before);
    expect(requests.map(({ event }) => event.type).toSorted()).toEqual([
      'item.created',
      'item.created',
      'member.invited',
    ]);
    const shown = await world.received(1, one);
    expect(shown.map(({ event }) => event.data.item?.id)).toEqual([here]);
    expect(there).not.toBe(here);
    expect(world.receivedSoFar(none)).toEqual([]);
  });

  it('a replay of the subscriber adds nothing, and neither do events before the webhook', async () => {
    await anItem(world.board);
    await world.deliver();
    const webhook = await world.webhook();
    const { id } = webhook;
    await anItem(world.board);
    await world.deliver();
    await world.received(1, webhook);
    await world.app.nest.get(SubscriberReplay, { strict: false }).fromPosition('webhooks', 0);
    await world.deliver();
    expect(await world.ended(id)).toHaveLength(1);
    expect(world.receivedSoFar(webhook)).toHaveLength(1);
  });

  it('follows no redirect, and keeps the beginning of a long response', async () => {
    const to = world.path();
    const moved = await world.webhook();
    const talkative = await world.webhook();
    world.receiver.respond = (request, response) =>
      request.path === moved.at
        ? response.writeHead(307, { location: world.receiver.url(to) }).end()
        : response.writeHead(200, { 'x-odd': 'é' }).end('x'.repeat(100_000));
    await anItem(world.board);
    await world.deliver();
    expect(await world.attempted(moved.id, 1)).toMatchObject([
      { response: { status: 307 }, status: 'pending' },
    ]);
    const [delivery] = await world.ended(talkative.id);
    expect(delivery.status).toBe('success');
    expect(delivery.response.body).toBe('x'.repeat(4_096));
    expect(world.receiver.at(to)).toEqual([]);
  });

  it('after a rotation both secrets sign for a day', async () => {
    const webhook = await world.webhook();
    const { id, secret: old } = webhook;
    const { secret } = await world.act('webhooks.rotateSecret', { id });
    await anItem(world.board);
    await world.deliver();
    const [both] = await world.received(1, webhook);
    verified(both!, old);
    verified(both!, secret);
    await world.app.sql.query(`update webhooks set previous_secret_expires_at = now() where id = $1`, [id]);
    await anItem(world.board);
    await world.deliver();
    const [, one] = await world.received(2, webhook);
    verified(one!, secret);
    expect(() => verified(one!, old)).toThrow(/signature/);
  });

  it('a delivery whose worker died is attempted again when its lease ends, with the same bytes', async () => {
    const webhook = await world.webhook();
    const { id } = webhook;
    world.respondAt(webhook, () => undefined);
    await anItem(world.board);
    await world.deliver();
    const [first] = await world.received(1, webhook);
    const lease = await world.app.sql.query<{ seconds: number }>(
      `select extract(epoch from due_at - now())::float8 as seconds from webhook_deliveries where webhook_id = $1`,
      [id],
    );
    expect(lease.rows[0]!.seconds).toBeGreaterThan(15);
    expect(lease.rows[0]!.seconds).toBeLessThan(60);
    world.accept();
    await world.app.sql.query(`update webhook_deliveries set due_at = now() where webhook_id = $1`, [id]);
    const [, second] = await world.received(2, webhook);
    expect(second!.body).toBe(first!.body);
    expect(await world.ended(id)).toMatchObject([{ status: 'success', attempts: 1 }]);
  });

  it('a webhook belongs to the organization: it goes on after its creator is demoted and removed', async () => {
    const admin = await world.organization.addMember('admin');
    const at = world.path();
    const input = { name: 'Of an admin', url: world.receiver.url(at), events: ['item.created'] };
    const { id } = await made(admin.client, 'webhooks.create', input);
    await world.act('organizations.members.updateRole', { userId: admin.userId, role: 'guest' });
    await anItem(world.board);
    await world.deliver();
    await world.receiver.received(1, at);
    expect((await admin.client.query('webhooks.get', { id })).status).toBe(403);
    await world.act('organizations.members.remove', { userId: admin.userId });
    await anItem(world.board);
    await world.deliver();
    await world.receiver.received(2, at);
    const { data } = await world.organization.owner.client.query('webhooks.get', { id });
    expect(data).toMatchObject({ enabled: true, createdBy: admin.userId });
  });

  it('a webhook that is deleted during an attempt gets nothing more', async () => {
    const webhook = await world.webhook({ events: ['item.created', 'item.updated'] });
    const { id } = webhook;
    let respond: () => void = () => undefined;
    world.respondAt(webhook, (_request, response) => {
      respond = () => response.writeHead(500).end();
    });
    const itemId = await anItem(world.board);
    await world.rename(itemId, 'Waits');
    await world.deliver();
    await world.received(1, webhook);
    await world.act('webhooks.delete', { id });
    respond();
    await expect
      .poll(
        async () =>
          (await world.app.sql.query('select from webhook_deliveries where webhook_id = $1', [id])).rowCount,
      )
      .toBe(0);
    await world.rename(itemId, 'Later');
    await world.deliver();
    expect(world.receivedSoFar(webhook)).toHaveLength(1);
  });

  it('an event that cannot be shown delays no other one', async () => {
    const webhook = await world.webhook({ events: ['item.created', 'item.updated'] });
    const presenter = world.app.nest.get(EventPresenterService, { strict: false });
    const present = presenter.present.bind(presenter);
    const spy = vi.spyOn(presenter, 'present').mockImplementation((context, events) => {
      if (events.some(({ type }) => type === 'item.updated')) throw new Error('no luck');
      return present(context, events);
    });
    const itemId = await anItem(world.board);
    await world.deliver();
    await world.received(1, webhook);
    await world.ended(webhook.id);
    await world.rename(itemId, 'Not shown');
    for (let count = 0; count < 3; count += 1) await anItem(world.board);
    await world.deliver();
    await world.received(4, webhook);
    spy.mockRestore();
    await world.passTime(webhook.id);
    await world.received(5, webhook);
    expect(await world.ended(webhook.id)).toHaveLength(5);
  });
});
