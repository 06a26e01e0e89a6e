import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RETRY_DELAYS_MS } from '../../../../src/modules/webhooks/sending/retry-schedule';
import { SubscriberReplay } from '../../../../src/platform/events/delivery/subscriber-replay';
import type { TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import type { TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { Mailbox } from '../../../support/mailbox';
import { verified } from '../../../support/http-receiver';
import { DeliveryWorld } from './support';

describe('deliveries of webhooks', () => {
  let world: DeliveryWorld;
  let organization: TestOrganization;
  let board: TestBoard;
  let paths = 0;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    organization = await world.organization();
    board = await world.board(organization);
    await world.deliver();
  });
  afterAll(() => world.close());

  const path = () => `/${(paths += 1)}`;
  const rename = (id: string, name: string) => made(organization.owner.client, 'items.update', { id, name });
  const settled = (webhookId: string, matches: (delivery: { status: string; attempts: number }) => boolean) =>
    vi.waitFor(
      async () => {
        const deliveries = await world.deliveries(organization, webhookId);
        expect(deliveries.length).toBeGreaterThan(0);
        expect(deliveries.every(matches), JSON.stringify(deliveries)).toBe(true);
        return deliveries;
      },
      { interval: 20 },
    );
  const attempted = (webhookId: string, attempts: number) =>
    settled(webhookId, (delivery) => delivery.attempts >= attempts);
  const ended = (webhookId: string) => settled(webhookId, ({ status }) => status !== 'pending');

  it('sends a signed request for an event, which the log shows without the signature', async () => {
    const at = path();
    const { id, secret } = await world.webhook(organization, at, { events: ['item.created'] });
    const itemId = await anItem(board, { name: 'Sent' });
    await world.deliver();
    const [request] = await world.receiver.received(1, at);
    expect(verified(request!, secret)).toEqual(request!.event);
    expect(request!.event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'item.created',
      timestamp: expect.stringMatching(/Z$/),
      organization: { id: organization.id, slug: organization.slug },
      data: { item: { id: itemId } },
    });
    expect(request!.headers).toMatchObject({
      'webhook-id': request!.event.id,
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Trestle\//),
    });
    expect(() => verified({ ...request!, body: `${request!.body} ` }, secret)).toThrow(/signature/);
    const [delivery] = await ended(id);
    expect(delivery).toMatchObject({
      webhookId: id,
      eventId: request!.event.id,
      eventType: 'item.created',
      status: 'success',
      attempts: 1,
      nextAttemptAt: null,
      request: { url: world.receiver.url(at), body: request!.body },
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
    const elsewhere = await world.board(organization);
    await world.deliver();
    const [all, one, none] = [path(), path(), path()];
    await world.webhook(organization, all, { events: ['item.created', 'board.created', 'member.invited'] });
    await world.webhook(organization, one, {
      events: ['item.created', 'member.invited'],
      projectId: board.project.id,
    });
    await world.webhook(await world.organization(), none, { events: ['item.created', 'board.created'] });
    await world.deliver();
    const before = world.receiver.at(all).length;
    const here = await anItem(board);
    const there = await anItem(elsewhere);
    await rename(here, 'Renamed');
    await made(organization.owner.client, 'organizations.members.invite', {
      email: `${here.toLowerCase()}@example.com`,
      role: 'member',
    });
    await world.deliver();
    const requests = (await world.receiver.received(before + 3, all)).slice(before);
    expect(requests.map(({ event }) => event.type).toSorted()).toEqual([
      'item.created',
      'item.created',
      'member.invited',
    ]);
    const shown = await world.receiver.received(1, one);
    expect(shown.map(({ event }) => event.data.item?.id)).toEqual([here]);
    expect(there).not.toBe(here);
    expect(world.receiver.at(none)).toEqual([]);
  });

  it('a replay of the subscriber adds nothing, and neither do events before the webhook', async () => {
    const at = path();
    await anItem(board);
    await world.deliver();
    const { id } = await world.webhook(organization, at);
    await anItem(board);
    await world.deliver();
    await world.receiver.received(1, at);
    await world.app.nest.get(SubscriberReplay, { strict: false }).fromPosition('webhooks', 0);
    await world.deliver();
    expect(await ended(id)).toHaveLength(1);
    expect(world.receiver.at(at)).toHaveLength(1);
  });

  it('repeats a failed attempt with the same bytes and webhook-id after the delays, and then gives up', async () => {
    const at = path();
    const { id, secret } = await world.webhook(organization, at);
    world.receiver.respond = (request, response) =>
      response.writeHead(request.path === at ? 503 : 204).end('not now');
    await anItem(board, { name: 'Late' });
    await world.deliver();
    const delays: number[] = [];
    for (let attempt = 1; attempt <= RETRY_DELAYS_MS.length + 1; attempt += 1) {
      await world.receiver.received(attempt, at);
      const [delivery] = await attempted(id, attempt);
      expect(delivery).toMatchObject({
        attempts: attempt,
        error: 'The receiver responded with status 503',
        response: { status: 503, body: 'not now' },
      });
      delays.push(Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attemptedAt));
      await world.passTime(id);
    }
    expect(await ended(id)).toMatchObject([{ status: 'failed', attempts: 8, nextAttemptAt: null }]);
    expect(delays.pop()).toBeNaN();
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(delay);
      expect(delays[index]).toBeLessThan(delay * 1.1 + 5_000);
    }
    const requests = world.receiver.at(at);
    expect(requests).toHaveLength(8);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const request of requests) verified(request, secret);
    const { data } = await organization.owner.client.query('webhooks.get', { id });
    expect(data).toMatchObject({ enabled: true, failingSince: expect.stringMatching(/Z$/) });
    world.receiver.respond = (_request, response) => response.writeHead(200).end();
    const [failed] = await world.deliveries(organization, id);
    await made(organization.owner.client, 'webhooks.deliveries.redeliver', { id: failed.id });
    await world.receiver.received(9, at);
    expect(await ended(id)).toMatchObject([{ status: 'success', attempts: 9 }]);
    expect(world.receiver.at(at)[8]!.body).toBe(requests[0]!.body);
    expect((await organization.owner.client.query('webhooks.get', { id })).data.failingSince).toBeNull();
  });

  it('waits for as long as the receiver asks for', async () => {
    const at = path();
    const { id } = await world.webhook(organization, at);
    world.receiver.respond = (_request, response) => response.writeHead(429, { 'retry-after': '600' }).end();
    await anItem(board);
    await world.deliver();
    const [delivery] = await attempted(id, 1);
    expect(Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attemptedAt)).toBeGreaterThanOrEqual(
      600_000,
    );
    world.receiver.respond = (_request, response) => response.writeHead(204).end();
    await made(organization.owner.client, 'webhooks.deliveries.redeliver', { id: delivery.id });
    await world.receiver.received(2, at);
    expect(await ended(id)).toMatchObject([{ status: 'success', attempts: 2 }]);
  });

  it('follows no redirect, and keeps the beginning of a long response', async () => {
    const [from, to, long] = [path(), path(), path()];
    const moved = await world.webhook(organization, from);
    const talkative = await world.webhook(organization, long);
    world.receiver.respond = (request, response) =>
      request.path === from
        ? response.writeHead(307, { location: world.receiver.url(to) }).end()
        : response.writeHead(200, { 'x-odd': 'é' }).end('x'.repeat(100_000));
    await anItem(board);
    await world.deliver();
    expect(await attempted(moved.id, 1)).toMatchObject([{ response: { status: 307 }, status: 'pending' }]);
    const [delivery] = await ended(talkative.id);
    expect(delivery.status).toBe('success');
    expect(delivery.response.body).toBe('x'.repeat(4_096));
    expect(world.receiver.at(to)).toEqual([]);
    world.receiver.respond = (_request, response) => response.writeHead(204).end();
  });

  it('delivers the events of one item in order: a later one waits until the earlier one has ended', async () => {
    const at = path();
    const { id } = await world.webhook(organization, at, { events: ['item.created', 'item.updated'] });
    let isDown = true;
    world.receiver.respond = ({ path: asked, event }, response) => {
      const isFailing = asked === at && isDown && event.data.item.id === first;
      response.writeHead(isFailing ? 500 : 204).end();
    };
    const first = await anItem(board, { name: '0' });
    for (const name of ['1', '2', '3']) await rename(first, name);
    const other = await anItem(board);
    await world.deliver();
    // Its item alone waits.
    await world.receiver.received(2, at);
    await vi.waitFor(async () => {
      const deliveries = await world.deliveries(organization, id);
      expect(deliveries.filter(({ attempts }) => attempts > 0)).toHaveLength(2);
    });
    expect(
      world.receiver
        .at(at)
        .map(({ event }) => event.data.item.id)
        .toSorted(),
    ).toEqual([first, other].toSorted());
    await rename(first, '4');
    await world.deliver();
    isDown = false;
    await world.passTime(id);
    await ended(id);
    const ofFirst = world.receiver.at(at).filter(({ event }) => event.data.item.id === first);
    expect(ofFirst.map(({ event }) => event.type)).toEqual([
      'item.created',
      'item.created',
      'item.updated',
      'item.updated',
      'item.updated',
      'item.updated',
    ]);
    const ids = ofFirst.slice(1).map(({ event }) => event.id);
    expect(ids).toEqual(ids.toSorted());
  });

  it('a redelivered event goes before later ones of its item that are pending', async () => {
    const at = path();
    const { id } = await world.webhook(organization, at, { events: ['item.created', 'item.updated'] });
    const itemId = await anItem(board);
    await world.deliver();
    await world.receiver.received(1, at);
    const [created] = await ended(id);
    world.receiver.respond = (request, response) =>
      response.writeHead(request.path === at && request.event.type === 'item.updated' ? 500 : 204).end();
    await rename(itemId, 'Renamed');
    await world.deliver();
    await world.receiver.received(2, at);
    await settled(id, ({ attempts }) => attempts === 1);
    // Both are due, and the receiver does not respond to the earlier one.
    let release: () => void = () => undefined;
    world.receiver.respond = (request, response) => {
      if (request.path !== at || request.event.type === 'item.updated') response.writeHead(204).end();
      else release = () => response.writeHead(204).end();
    };
    await made(organization.owner.client, 'webhooks.deliveries.redeliver', { id: created.id });
    await world.receiver.received(3, at);
    await world.passTime(id);
    await anItem(board);
    await world.deliver();
    release();
    world.receiver.respond = (_request, response) => response.writeHead(204).end();
    await ended(id);
    const ofItem = world.receiver.at(at).filter(({ event }) => event.data.item.id === itemId);
    expect(ofItem.map(({ event }) => event.type)).toEqual([
      'item.created',
      'item.updated',
      'item.created',
      'item.updated',
    ]);
  });

  it('an end that nothing follows makes the next delivery of the item due: 60 changes arrive in order', async () => {
    const at = path();
    await world.webhook(organization, at, { events: ['item.updated'] });
    const itemId = await anItem(board);
    for (let change = 0; change < 60; change += 1) {
      await rename(itemId, String(change));
      if (change % 7 === 0) await world.deliver();
    }
    await world.deliver();
    const requests = await world.receiver.received(60, at);
    const ids = requests.map(({ event }) => event.id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(60);
  });

  it('deliveries of deleted organizations occupy no slots', async () => {
    const at = path();
    const { id } = await world.webhook(organization, at, { events: ['item.created'] });
    // More than a process sends at the same time, and due for longer.
    await world.app.sql.query(
      `with gone as (
         insert into organizations select (jsonb_populate_record(organization, jsonb_build_object(
           'id', 'org_gone' || nth, 'slug', 'deleted:' || nth, 'deleted_at', now()))).*
         from organizations organization, generate_series(1, 300) as nth where organization.id = $1
         returning id),
       hooks as (
         insert into webhooks select (jsonb_populate_record(webhook, jsonb_build_object('organization_id', gone.id))).*
         from webhooks webhook, gone where webhook.id = $2 returning organization_id, id)
       insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, event_sequence, event_day, status,
         due_at, created_at, expires_at)
       select organization_id, 'dlv_gone', id, 'evt_gone', 'item.created', 1, now(), 'pending', now() - interval '1 hour', now(),
         now() + interval '1 day'
       from hooks`,
      [organization.id, id],
    );
    await anItem(board, { name: 'Sent' });
    await world.deliver();
    await world.receiver.received(1, at);
    await world.app.sql.query(`delete from organizations where id like 'org_gone%'`);
  });

  it('a receiver that does not respond delays no other webhook and no other organization', async () => {
    const [slow, quick, far] = [path(), path(), path()];
    const other = await world.organization();
    const otherBoard = await world.board(other);
    await world.deliver();
    const { id: slowId } = await world.webhook(organization, slow);
    await world.webhook(organization, quick);
    await world.webhook(other, far);
    world.receiver.respond = ({ path: asked }, response) => {
      if (asked !== slow) response.writeHead(204).end();
    };
    for (let count = 0; count < 20; count += 1) await anItem(board);
    await anItem(otherBoard);
    await world.deliver();
    await world.receiver.received(20, quick);
    await world.receiver.received(1, far);
    // Before any attempt at the receiver that hangs has ended, after 15 seconds.
    expect((await world.deliveries(organization, slowId)).map(({ attempts }) => attempts)).toEqual(
      Array(20).fill(0),
    );
    expect(world.receiver.at(slow)).toHaveLength(10);
    world.receiver.respond = (_request, response) => response.writeHead(204).end();
  });

  it('410 disables the webhook, ends its deliveries and notifies the administrators', async () => {
    const at = path();
    const admin = await organization.addMember('admin');
    const mailbox = Mailbox.of(world.app);
    const { id } = await world.webhook(organization, at, { name: 'Gone', events: ['item.created'] });
    const mails = Promise.all(
      [organization.owner.email, admin.email].map((email) => mailbox.next(email, /410 Gone/)),
    );
    world.receiver.respond = (request, response) => response.writeHead(request.path === at ? 410 : 204).end();
    for (let count = 0; count < 12; count += 1) await anItem(board);
    await world.deliver();
    for (const mail of await mails) {
      expect(mail.subject).toBe('The webhook "Gone" was disabled');
      expect(mail.text).toContain(id);
      expect(mail.text).not.toContain(world.receiver.url(at));
    }
    const deliveries = await ended(id);
    expect(deliveries).toHaveLength(12);
    expect(deliveries.every(({ status }) => status === 'failed')).toBe(true);
    const { client } = organization.owner;
    const { data: disabled } = await client.query('webhooks.get', { id });
    expect(disabled).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect((await client.mutate('webhooks.deliveries.redeliver', { id: deliveries[0].id })).status).toBe(400);

    const count = world.receiver.at(at).length;
    await anItem(board, { name: 'Missed' });
    await world.deliver();
    world.receiver.respond = (_request, response) => response.writeHead(204).end();
    const { data: enabled } = await client.mutate('webhooks.update', { id, enabled: true });
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    await anItem(board);
    await world.deliver();
    const requests = (await world.receiver.received(count + 1, at)).slice(count);
    expect(requests).toHaveLength(1);
    const since = deliveries.at(-1)!.eventId;
    const { data: replayed } = await client.mutate('webhooks.replay', { id, since });
    expect(replayed).toEqual({ deliveries: 13 });
    await world.receiver.received(count + 14, at);
    const after = await ended(id);
    expect(after.map(({ status }) => status)).toEqual([...Array(13).fill('success'), 'failed']);
  });

  it('five days of failure disable the webhook', async () => {
    const at = path();
    const { id } = await world.webhook(organization, at);
    world.receiver.respond = (request, response) => response.writeHead(request.path === at ? 500 : 204).end();
    await anItem(board);
    await world.deliver();
    await attempted(id, 1);
    const age = async (time: string) =>
      world.app.sql.query(`update webhooks set failing_since = now() - $2::interval where id = $1`, [
        id,
        time,
      ]);
    await age('4 days 23 hours');
    await world.passTime(id);
    await attempted(id, 2);
    expect((await organization.owner.client.query('webhooks.get', { id })).data.enabled).toBe(true);
    await age('5 days');
    const mail = Mailbox.of(world.app).next(organization.owner.email, /five days/);
    await world.passTime(id);
    await mail;
    expect(await ended(id)).toMatchObject([{ status: 'failed' }]);
    const { data } = await organization.owner.client.query('webhooks.get', { id });
    expect(data).toMatchObject({ enabled: false, disabledReason: 'failing' });
    world.receiver.respond = (_request, response) => response.writeHead(204).end();
  });

  it('after a rotation both secrets sign for a day', async () => {
    const at = path();
    const { id, secret: old } = await world.webhook(organization, at);
    const { secret } = await made(organization.owner.client, 'webhooks.rotateSecret', { id });
    await anItem(board);
    await world.deliver();
    const [both] = await world.receiver.received(1, at);
    verified(both!, old);
    verified(both!, secret);
    await world.app.sql.query(`update webhooks set previous_secret_expires_at = now() where id = $1`, [id]);
    await anItem(board);
    await world.deliver();
    const [, one] = await world.receiver.received(2, at);
    verified(one!, secret);
    expect(() => verified(one!, old)).toThrow(/signature/);
  });

  it('a delivery whose worker died is attempted again when its lease ends, with the same bytes', async () => {
    const at = path();
    const { id } = await world.webhook(organization, at);
    let isDead = true;
    world.receiver.respond = (request, response) => {
      if (request.path !== at || !isDead) response.writeHead(204).end();
    };
    await anItem(board);
    await world.deliver();
    const [first] = await world.receiver.received(1, at);
    const lease = await world.app.sql.query<{ seconds: number }>(
      `select extract(epoch from due_at - now())::float8 as seconds from webhook_deliveries where webhook_id = $1`,
      [id],
    );
    expect(lease.rows[0]!.seconds).toBeGreaterThan(15);
    expect(lease.rows[0]!.seconds).toBeLessThan(60);
    isDead = false;
    await world.app.sql.query(`update webhook_deliveries set due_at = now() where webhook_id = $1`, [id]);
    const [, second] = await world.receiver.received(2, at);
    expect(second!.body).toBe(first!.body);
    expect(await ended(id)).toMatchObject([{ status: 'success', attempts: 1 }]);
  });
});
