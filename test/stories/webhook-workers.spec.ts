import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { aBoard } from '../support/factories/board.factory';
import { anItem } from '../support/factories/item.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { aWebhook } from '../support/factories/webhook.factory';
import { made } from '../support/factories/workspace.factory';
import { HttpReceiver } from '../support/http-receiver';
import { WorkerProcesses } from '../support/worker-processes';

let app: TestApp;
let receiver: HttpReceiver;
let workers: WorkerProcesses;

beforeEach(async () => {
  receiver = await HttpReceiver.start();
  app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' });
  workers = new WorkerProcesses(app.databaseUrl, { OUTBOUND_ALLOW: '127.0.0.1' });
});
afterEach(async () => {
  receiver.close();
  await workers.discard();
  await app.close();
});

it(
  'a killed worker loses no delivery: another one takes them up after their leases, in the order of each item',
  { timeout: 240_000 },
  async () => {
    const organization = await anOrganization({ app });
    const { client } = organization.owner;
    const board = await aBoard({ organization });
    await aWebhook(organization, { url: receiver.url(), events: ['item.created', 'item.updated'] });
    const items = [await anItem(board), await anItem(board), await anItem(board)];
    for (const name of ['1', '2', '3'])
      for (const id of items) await made(client, 'items.update', { id, name });

    // The receiver gets the first event of each item, and the worker dies before the response.
    receiver.respond = () => undefined;
    const first = await workers.start();
    const begun = [...(await receiver.received(items.length))];
    expect(begun.map(({ event }) => event.type)).toEqual(items.map(() => 'item.created'));
    receiver.respond = (_request, response) => response.writeHead(204).end();
    await workers.kill(first);
    // Half a minute later.
    await app.sql.query('update webhook_deliveries set due_at = now() where claim is not null');

    await Promise.all([workers.start(), workers.start()]);
    await receiver.received(begun.length + 4 * items.length);
    await vi.waitFor(async () => {
      const { rows } = await app.sql.query<{ status: string }>(
        'select distinct status from webhook_deliveries',
      );
      expect(rows).toEqual([{ status: 'success' }]);
    });

    expect(receiver.requests).toHaveLength(begun.length + 4 * items.length);
    for (const id of items) {
      const ofItem = receiver.requests.filter(({ event }) => event.data.item.id === id);
      const [repeated, ...others] = ofItem;
      expect(others[0]!.body).toBe(repeated!.body);
      expect(others.map(({ event }) => event.type)).toEqual([
        'item.created',
        'item.updated',
        'item.updated',
        'item.updated',
      ]);
      const ids = others.map(({ event }) => event.id as string);
      expect(ids).toEqual(ids.toSorted());
    }
  },
);
