import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RETRY_DELAYS_MS } from '../../../../src/modules/webhooks/sending/retry-schedule';
import { anItem } from '../../../support/factories/item.factory';
import { verified } from '../../../support/http-receiver';
import { DeliveryWorld } from './support';

describe('retries of deliveries', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    return () => world.close();
  });
  afterEach(() => world.accept());

  it('repeats a failed attempt with the same bytes and webhook-id after the delays, and then gives up', async () => {
    const webhook = await world.webhook();
    const { id, secret } = webhook;
    world.respondAt(webhook, (_request, response) => response.writeHead(503).end('not now'));
    await anItem(world.board, { name: 'Late' });
    await world.deliver();
    const delays: number[] = [];
    for (let attempt = 1; attempt <= RETRY_DELAYS_MS.length + 1; attempt += 1) {
      await world.received(attempt, webhook);
      const [delivery] = await world.attempted(id, attempt);
      expect(delivery).toMatchObject({
        attempts: attempt,
        error: 'The receiver responded with status 503',
        response: { status: 503, body: 'not now' },
      });
      delays.push(Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attemptedAt));
      await world.passTime(id);
    }
    expect(await world.ended(id)).toMatchObject([{ status: 'failed', attempts: 8, nextAttemptAt: null }]);
    expect(delays.pop()).toBeNaN();
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(delay);
      expect(delays[index]).toBeLessThan(delay * 1.1 + 5_000);
    }
    const requests = world.receivedSoFar(webhook);
    expect(requests).toHaveLength(8);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const request of requests) verified(request, secret);
    const { data } = await world.organization.owner.client.query('webhooks.get', { id });
    expect(data).toMatchObject({ enabled: true, failingSince: expect.stringMatching(/Z$/) });
    world.receiver.respond = (_request, response) => response.writeHead(200).end();
    const [failed] = await world.deliveries(id);
    await world.act('webhooks.deliveries.redeliver', { id: failed.id });
    await world.received(9, webhook);
    expect(await world.ended(id)).toMatchObject([{ status: 'success', attempts: 9 }]);
    expect(world.receivedSoFar(webhook)[8]!.body).toBe(requests[0]!.body);
    expect(
      (await world.organization.owner.client.query('webhooks.get', { id })).data.failingSince,
    ).toBeNull();
  });

  it('waits for as long as the receiver asks for', async () => {
    const webhook = await world.webhook();
    const { id } = webhook;
    world.respondAt(webhook, (_request, response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await anItem(world.board);
    await world.deliver();
    const [delivery] = await world.attempted(id, 1);
    expect(Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attemptedAt)).toBeGreaterThanOrEqual(
      600_000,
    );
    world.accept();
    await world.act('webhooks.deliveries.redeliver', { id: delivery.id });
    await world.received(2, webhook);
    expect(await world.ended(id)).toMatchObject([{ status: 'success', attempts: 2 }]);
  });
});
