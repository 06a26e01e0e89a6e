import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anItem } from '../../../support/factories/item.factory';
import { Mailbox } from '../../../support/mailbox';
import { DeliveryWorld } from './support';

describe('webhooks whose receivers fail', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    return () => world.close();
  });
  afterEach(() => world.accept());

  it('410 disables the webhook, ends its deliveries and notifies the administrators', async () => {
    const admin = await world.organization.addMember('admin');
    const mailbox = Mailbox.of(world.app);
    const webhook = await world.webhook({ name: 'Gone', events: ['item.created'] });
    const { id } = webhook;
    const mails = Promise.all(
      [world.organization.owner.email, admin.email].map((email) => mailbox.next(email, /410 Gone/)),
    );
    world.respondAt(webhook, (_request, response) => response.writeHead(410).end());
    for (let count = 0; count < 12; count += 1) await anItem(world.board);
    await world.deliver();
    for (const mail of await mails) {
      expect(mail.subject).toBe('The webhook "Gone" was disabled');
      expect(mail.text).toContain(id);
      expect(mail.text).not.toContain(world.receiver.url(webhook.at));
    }
    const deliveries = await world.ended(id);
    expect(deliveries).toHaveLength(12);
    expect(deliveries.every(({ status }) => status === 'failed')).toBe(true);
    const { client } = world.organization.owner;
    const { data: disabled } = await client.query('webhooks.get', { id });
    expect(disabled).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect((await client.mutate('webhooks.deliveries.redeliver', { id: deliveries[0].id })).status).toBe(400);

    const count = world.receivedSoFar(webhook).length;
    await anItem(world.board, { name: 'Missed' });
    await world.deliver();
    world.accept();
    const { data: enabled } = await client.mutate('webhooks.update', { id, enabled: true });
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    await anItem(world.board);
    await world.deliver();
    const requests = (await world.received(count + 1, webhook)).slice(count);
    expect(requests).toHaveLength(1);
    const since = deliveries.at(-1)!.eventId;
    const { data: replayed } = await client.mutate('webhooks.replay', { id, since });
    expect(replayed).toEqual({ deliveries: 13 });
    await world.received(count + 14, webhook);
    const after = await world.ended(id);
    expect(after.map(({ status }) => status)).toEqual([...Array(13).fill('success'), 'failed']);
  });

  it('five days of failure disable the webhook', async () => {
    const webhook = await world.webhook();
    const { id } = webhook;
    world.respondAt(webhook, (_request, response) => response.writeHead(500).end());
    await anItem(world.board);
    await world.deliver();
    await world.attempted(id, 1);
    const age = async (time: string) =>
      world.app.sql.query(`update webhooks set failing_since = now() - $2::interval where id = $1`, [
        id,
        time,
      ]);
    await age('4 days 23 hours');
    await world.passTime(id);
    await world.attempted(id, 2);
    expect((await world.organization.owner.client.query('webhooks.get', { id })).data.enabled).toBe(true);
    await age('5 days');
    const mail = Mailbox.of(world.app).next(world.organization.owner.email, /five days/);
    await world.passTime(id);
    await mail;
    expect(await world.ended(id)).toMatchObject([{ status: 'failed' }]);
    const { data } = await world.organization.owner.client.query('webhooks.get', { id });
    expect(data).toMatchObject({ enabled: false, disabledReason: 'failing' });
  });

  it('the failure of a URL that was changed meanwhile does not count against the new one', async () => {
    const webhook = await world.webhook();
    const { id } = webhook;
    let respond: () => void = () => undefined;
    world.respondAt(webhook, (_request, response) => {
      respond = () => response.writeHead(410).end();
    });
    await anItem(world.board);
    await world.deliver();
    await world.received(1, webhook);
    const url = world.receiver.url(world.path());
    await world.act('webhooks.update', { id, url });
    respond();
    expect(await world.attempted(id, 1)).toMatchObject([{ status: 'pending', response: { status: 410 } }]);
    const { data } = await world.organization.owner.client.query('webhooks.get', { id });
    expect(data).toMatchObject({ enabled: true, failingSince: null });
    await world.passTime(id);
    expect(await world.ended(id)).toMatchObject([{ status: 'success', request: { url } }]);
  });

  it('a changed URL has not failed yet', async () => {
    const webhook = await world.webhook();
    const { id } = webhook;
    world.respondAt(webhook, (_request, response) => response.writeHead(500).end());
    await anItem(world.board);
    await world.deliver();
    await world.attempted(id, 1);
    const update = (change: object) => world.act('webhooks.update', { id, ...change });
    const failing = { failingSince: expect.stringMatching(/Z$/) };
    expect(await update({ name: 'Renamed', url: world.receiver.url(webhook.at) })).toMatchObject(failing);
    const url = world.receiver.url(world.path());
    expect(await update({ url })).toMatchObject({ url, failingSince: null });
  });
});
