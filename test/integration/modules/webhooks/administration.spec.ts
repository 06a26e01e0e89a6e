import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anItem } from '../../../support/factories/item.factory';
import { verified } from '../../../support/http-receiver';
import { DeliveryWorld } from './support';

describe('administration of webhooks that send', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    return () => world.close();
  });
  afterEach(() => world.accept());

  const get = async (id: string) =>
    (await world.organization.owner.client.query('webhooks.get', { id })).data;

  it('test 200: a signed event now and once, outside the log, also for a disabled webhook', async () => {
    const webhook = await world.webhook({ name: 'Tried' });
    const { id, secret } = webhook;
    const { secret: second } = await world.act('webhooks.rotateSecret', { id });
    await world.act('webhooks.update', { id, enabled: false });
    expect(await world.act('webhooks.test', { id })).toEqual({
      success: true,
      status: 204,
      error: null,
      durationMs: expect.any(Number),
    });
    const [request] = world.receivedSoFar(webhook);
    for (const one of [secret, second]) verified(request!, one);
    expect(request!.event).toEqual({
      id: request!.headers['webhook-id'],
      type: 'webhook.test',
      timestamp: expect.stringMatching(/Z$/),
      organization: { id: world.organization.id, slug: world.organization.slug },
      data: { webhook: { id, name: 'Tried' } },
    });
    for (const status of [410, 500]) {
      world.respondAt(webhook, (_request, response) => response.writeHead(status).end());
      expect(await world.act('webhooks.test', { id })).toMatchObject({ success: false, status });
    }
    expect(world.receivedSoFar(webhook)).toHaveLength(3);
    expect(await world.deliveries(id)).toEqual([]);
    expect(await get(id)).toMatchObject({ disabledReason: 'manual', failingSince: null });
  });

  it('update 200: disabling fails what is pending, and enabling goes on with later events', async () => {
    const webhook = await world.webhook({ events: ['item.created', 'item.updated'] });
    const { id } = webhook;
    world.respondAt(webhook, (_request, response) => response.writeHead(500).end());
    const itemId = await anItem(world.board);
    await world.rename(itemId, 'Waits');
    await world.deliver();
    await world.received(1, webhook);
    await world.act('webhooks.update', { id, enabled: false });
    expect(await world.ended(id)).toMatchObject([
      { status: 'failed', error: 'The webhook was disabled', nextAttemptAt: null },
      { status: 'failed', error: 'The webhook was disabled', nextAttemptAt: null },
    ]);
    await world.act('webhooks.update', { id, enabled: true });
    await anItem(world.board);
    await world.deliver();
    await world.received(2, webhook);
  });

  it('rotateSecret 200: twice in a day ends the validity of the first secret', async () => {
    const webhook = await world.webhook();
    const { id, secret: first } = webhook;
    const { secret: second } = await world.act('webhooks.rotateSecret', { id });
    const { secret: third } = await world.act('webhooks.rotateSecret', { id });
    await anItem(world.board);
    await world.deliver();
    const [request] = await world.received(1, webhook);
    expect(request!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const one of [second, third]) verified(request!, one);
    expect(() => verified(request!, first)).toThrow(/signature/);
  });

  it('create 200: a URL with surrounding whitespace, a query, percent-encoding and a fragment, which is not sent', async () => {
    const at = world.path();
    const url = ` ${world.receiver.url(at)}?key=a%20b&ü#secret `;
    const { id } = await world.webhook({ url });
    expect(await get(id)).toMatchObject({ url });
    await anItem(world.board);
    await world.deliver();
    const [request] = await world.receiver.received(1, at);
    expect(request!.path).toBe(`${at}?key=a%20b&%C3%BC`);
  });

  it('deliveries.list 200: a long body is sent whole, and the log has its beginning', async () => {
    const webhook = await world.webhook();
    const { id, secret } = webhook;
    const description = `<p>${'long '.repeat(19_000)}</p>`;
    await anItem(world.board, { description });
    await world.deliver();
    const [request] = await world.received(1, webhook);
    verified(request!, secret);
    expect(request!.body.length).toBeGreaterThan(95_000);
    const [delivery] = await world.ended(id);
    expect(delivery.request.body).toBe(request!.body.slice(0, 16_384));
  });
});
