import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NameResolver } from '../../../src/platform/http/name-resolver';
import { startApp, type TestApp } from '../../support/app';
import type { WireClient } from '../../support/client';
import { aDelivery, aWebhook } from '../../support/factories/webhook.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';
import { HttpReceiver } from '../../support/http-receiver';
import { FORBIDDEN_TARGETS } from '../security/forbidden-targets';

const PUBLIC_ADDRESS = '93.184.216.34';
/** Without the one that calls the allowed host here, with a path: the parser reads a backslash as a slash. */
const TARGETS = FORBIDDEN_TARGETS.filter((target) => !target.includes('OPEN\\'));

describe('the addresses that webhooks call', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let client: WireClient;
  let receiver: HttpReceiver;
  let canary: Server;
  let canaryPort: number;
  let connections = 0;
  beforeAll(async () => {
    canary = createServer((_request, response) => response.end('the canary')).listen(0, '0.0.0.0');
    await once(canary, 'listening');
    canary.on('connection', () => (connections += 1));
    canaryPort = (canary.address() as AddressInfo).port;
    receiver = await HttpReceiver.start();
    app = await startApp({ OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` });
    organization = await anOrganization({ app });
    ({ client } = organization.owner);
  });
  afterAll(async () => {
    canary.close();
    receiver.close();
    await app.close();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await made(client, 'organizations.update', { outboundHosts: null });
  });

  const spelt = (target: string) =>
    target.replaceAll('PORT', String(canaryPort)).replaceAll('OPEN', String(receiver.port));
  const resolvesTo = (...answers: string[][]) => {
    let asked = 0;
    vi.spyOn(app.nest.get(NameResolver, { strict: false }), 'addressesOf').mockImplementation(() => {
      asked += 1;
      return Promise.resolve(answers[Math.min(asked, answers.length) - 1]!);
    });
  };
  /** As a webhook whose URL was allowed when it was saved. */
  const aWebhookAt = async (url: string) => {
    const { id } = await aWebhook(organization, { url: receiver.url() });
    await app.sql.query('update webhooks set url = $2 where id = $1', [id, url]);
    return id;
  };

  it('create and update reject what is forbidden on its face, and write nothing', async () => {
    const { id } = await aWebhook(organization);
    const wrong: unknown[] = [];
    const written = await eventsDuring(organization, async () => {
      for (const target of TARGETS) {
        const url = spelt(target);
        const created = await client.mutate('webhooks.create', {
          name: 'Hostile',
          url,
          events: ['item.created'],
        });
        const updated = await client.mutate('webhooks.update', { id, url });
        for (const answer of [created, updated])
          if (answer.status !== 400 || answer.error?.data.issues?.[0]?.path !== 'url')
            wrong.push([target, answer.status, answer.body]);
      }
    });
    expect(wrong).toEqual([]);
    expect(written).toEqual([]);
    expect(connections).toBe(0);
  });

  it('test calls nothing forbidden that was stored earlier, and reports why', async () => {
    const wrong: unknown[] = [];
    for (const target of TARGETS) {
      const id = await aWebhookAt(spelt(target));
      const { status, data } = await client.mutate('webhooks.test', { id });
      await made(client, 'webhooks.delete', { id });
      if (status !== 200 || data.success || data.status !== null || !/not allowed/.test(data.error))
        wrong.push([target, status, data]);
    }
    expect(wrong).toEqual([]);
    expect(connections).toBe(0);
  });

  it.each([
    ['a private address', [['10.0.0.1']]],
    ['a loopback address', [['127.0.0.1']]],
    ['a mapped address', [['::ffff:127.0.0.1']]],
    ['a public and a private address', [[PUBLIC_ADDRESS, '127.0.0.1']]],
    ['another address at the second question', [['127.0.0.1'], [PUBLIC_ADDRESS]]],
    ['no address', [[]]],
  ])('test and redeliver: a name that resolves to %s is not called', async (_what, answers) => {
    resolvesTo(...answers);
    const id = await aWebhookAt(`https://hooks.example.com:${canaryPort}/`);
    const { data } = await client.mutate('webhooks.test', { id });
    expect(data).toMatchObject({ success: false, status: null, error: expect.any(String) });
    const deliveryId = await aDelivery(organization, id);
    await app.sql.query(`update webhook_deliveries set payload = '{}' where id = $1`, [deliveryId]);
    expect((await client.mutate('webhooks.deliveries.redeliver', { id: deliveryId })).status).toBe(200);
    await vi.waitFor(async () => {
      const listed = await client.query('webhooks.deliveries.list', { webhookId: id });
      expect(listed.data.deliveries[0]).toMatchObject({
        attempts: 1,
        response: null,
        durationMs: expect.any(Number),
      });
    });
    expect(connections).toBe(0);
  });

  it('a name that changes its address between the check and the connection is called at the checked address', async () => {
    // The first answer is checked and used; a second question would get the canary.
    resolvesTo([PUBLIC_ADDRESS], ['127.0.0.1']);
    const id = await aWebhookAt(`https://hooks.example.com:${canaryPort}/`);
    const { data } = await client.mutate('webhooks.test', { id });
    expect(data).toMatchObject({ success: false, status: null });
    expect(connections).toBe(0);
  });

  it('redirects are not followed', async () => {
    const id = await aWebhookAt(receiver.url());
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.respond = (_request, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${canaryPort}/` }).end();
      expect((await client.mutate('webhooks.test', { id })).data).toMatchObject({ success: false, status });
    }
    expect(connections).toBe(0);
    receiver.respond = (_request, response) => response.writeHead(204).end();
  });

  it('the hosts of the organization are the only ones, when they are set', async () => {
    const create = (url: string) =>
      client.mutate('webhooks.create', { name: 'Listed', url, events: ['item.created'] });
    const hosts = ['Hooks.Example.com', '*.example.org.', 'bücher.example'];
    await made(client, 'organizations.update', { outboundHosts: hosts });
    const { data } = await client.query('organizations.get');
    expect(data.outboundHosts).toEqual(['hooks.example.com', '*.example.org', 'xn--bcher-kva.example']);
    for (const url of [
      'https://hooks.example.com/',
      'https://HOOKS.example.com./x',
      'https://a.example.org/',
      'https://a.b.example.org:8443/',
      'https://bücher.example/',
    ])
      expect([url, (await create(url)).status]).toEqual([url, 200]);
    for (const url of [
      'https://example.com/',
      'https://x.hooks.example.com/',
      'https://example.org/',
      'https://evilexample.org/',
      'https://a.example.org.evil.example/',
      receiver.url(),
    ])
      expect([url, refusedPaths(await create(url))]).toEqual([url, ['url']]);
    // It does not make anything allowed that the guard rejects.
    await made(client, 'organizations.update', { outboundHosts: ['127.0.0.1', 'localhost'] });
    for (const host of [`127.0.0.1:${canaryPort}`, 'localhost'])
      expect(refusedPaths(await create(`http://${host}/`))).toEqual(['url']);
    await made(client, 'organizations.update', { outboundHosts: [] });
    expect(refusedPaths(await create('https://hooks.example.com/'))).toEqual(['url']);
  });

  it('the hosts apply to webhooks that exist: to tests, redeliveries and pending deliveries', async () => {
    const id = await aWebhookAt(receiver.url());
    const deliveryId = await aDelivery(organization, id);
    const pending = await aDelivery(organization, id, { status: 'pending' });
    await made(client, 'organizations.update', { outboundHosts: ['hooks.example.com'] });
    const before = receiver.requests.length;
    const tested = await client.mutate('webhooks.test', { id });
    expect(tested.data).toMatchObject({ success: false, error: expect.stringMatching(/outboundHosts/) });
    expect((await client.mutate('webhooks.deliveries.redeliver', { id: deliveryId })).status).toBe(400);
    await app.sql.query(`update webhook_deliveries set payload = '{}', due_at = now() where id = $1`, [
      pending,
    ]);
    await vi.waitFor(async () => {
      const listed = await client.query('webhooks.deliveries.list', { webhookId: id, status: 'pending' });
      expect(listed.data.deliveries[0]).toMatchObject({
        attempts: 1,
        error: expect.stringMatching(/outboundHosts/),
      });
    });
    expect(receiver.requests.length).toBe(before);
  });

  it.each([
    ['a port', 'example.com:443'],
    ['a scheme', 'https://example.com'],
    ['a path', 'example.com/x'],
    ['a user', 'a@example.com'],
    ['nothing', ''],
    ['only a wildcard', '*.'],
    ['a wildcard within', 'a.*.example.com'],
    ['a blank', 'exa mple.com'],
    ['a broken address', '[::1'],
    ['no text', 5],
  ])('organizations.update 400: a host with %s', async (_what, host) => {
    const answer = await client.mutate('organizations.update', { outboundHosts: ['example.com', host] });
    expect(refusedPaths(answer)).toEqual(['outboundHosts.1']);
  });

  it('control: the canary reports requests', async () => {
    const answer = await fetch(`http://127.0.0.1:${canaryPort}/`);
    expect([await answer.text(), connections]).toEqual(['the canary', 1]);
  });
});
