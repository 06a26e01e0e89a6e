import { beforeAll, describe, expect, it } from 'vitest';
import { WEBHOOK_EVENT_NAMES } from '../../../../src/modules/webhooks/webhook-events';
import { eventValidator } from '../../../support/event-schema';
import { aBoard } from '../../../support/factories/board.factory';
import { aForm, submit } from '../../../support/factories/form.factory';
import { anItem } from '../../../support/factories/item.factory';
import type { TestOrganization } from '../../../support/factories/organization.factory';
import { aProject } from '../../../support/factories/project.factory';
import { made } from '../../../support/factories/workspace.factory';
import { verified } from '../../../support/http-receiver';
import { DeliveryWorld } from './support';

describe('the events of webhooks', () => {
  let world: DeliveryWorld;
  let organization: TestOrganization;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    ({ organization } = world);
    return () => world.close();
  });

  /** Causes each of the sixteen at least once. */
  async function causeAll(): Promise<void> {
    const { client } = organization.owner;
    const board = await aBoard({
      organization,
      groups: ['First', 'Second'],
      columns: [{ name: 'Note', type: 'text' }],
    });
    const note = board.column('Note');
    const itemId = await anItem(board, { values: { [note]: 'first' } });
    await made(client, 'items.update', { id: itemId, name: 'Renamed' });
    await made(client, 'items.setValue', { itemId, columnId: note, value: 'second' });
    await made(client, 'items.move', { id: itemId, groupId: board.group('Second'), position: 0 });
    await made(client, 'comments.create', { itemId, body: 'Look' });
    await made(client, 'items.archive', { id: itemId });
    await made(client, 'items.restore', { id: itemId });
    await made(client, 'items.delete', { id: itemId });
    await made(client, 'trash.purge', { ids: [itemId] });
    const kept = await anItem(board, { values: { [note]: 'before' } });
    await made(client, 'items.setValue', { itemId: kept, columnId: note, value: 'after' });
    const column = await made(client, 'columns.create', { boardId: board.id, name: 'More', type: 'number' });
    await made(client, 'columns.delete', { id: column.id });
    await submit(board, await aForm(board), { subject: 'Asked' });
    const { defaultBoardId } = await aProject({ organization });
    await made(client, 'boards.delete', { id: defaultBoardId });
    const { userId } = await organization.addMember('member');
    const invited = { email: `${userId.toLowerCase()}@example.org`, role: 'member' };
    await made(client, 'organizations.members.invite', invited);
    await made(client, 'organizations.members.remove', { userId });
  }

  it('all sixteen arrive, each as the published schema describes it', async () => {
    const webhook = await world.webhook({ events: WEBHOOK_EVENT_NAMES });
    await causeAll();
    await world.deliver();
    const { rows } = await world.app.sql.query<{ count: number }>(
      'select count(*)::int as count from webhook_deliveries where webhook_id = $1',
      [webhook.id],
    );
    const requests = await world.received(rows[0]!.count, webhook);
    expect([...new Set(requests.map(({ event }) => event.type))].toSorted()).toEqual(
      WEBHOOK_EVENT_NAMES.toSorted(),
    );
    const isValid = await eventValidator(world.app);
    const wrong = requests.flatMap(({ event }) => (isValid(event) ? [] : [[event, isValid.errors]]));
    expect(wrong).toEqual([]);
    for (const request of requests) verified(request, webhook.secret);
    const changes = requests
      .filter(({ event }) => event.type === 'value.changed')
      .map(({ event }) => event.data);
    // Of the purged item only ids are left.
    expect(changes.map(({ value, previousValue }) => [previousValue, value])).toEqual(
      expect.arrayContaining([
        [undefined, undefined],
        ['before', 'after'],
      ]),
    );
  });
});
