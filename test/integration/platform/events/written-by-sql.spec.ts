import { expect, it, vi } from 'vitest';
import { checkEvent } from '../../../support/event-check';
import { deliverEventsSoFar } from '../../../support/events';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';

type StoredEvent = Parameters<typeof checkEvent>[0];

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Owner', type: 'people' },
  { name: 'End', type: 'date' },
  { name: 'After', type: 'dependency' },
  { name: 'Number', type: 'auto_number' },
];

/** The names of the events that `act` causes, each of which must be what its definition says. */
async function during(board: TestBoard, act: () => Promise<unknown>): Promise<string[]> {
  const before = (await stored(board)).length;
  await act();
  const events = (await stored(board)).slice(before);
  for (const event of events) checkEvent(event);
  return events.map(({ type }) => type);
}

async function stored({ organization }: TestBoard): Promise<StoredEvent[]> {
  const { rows } = await organization.app.sql.query<StoredEvent>(
    `select type, board_id as "boardId", item_id as "itemId", data from outbox
     where organization_id = $1 order by sequence`,
    [organization.id],
  );
  return rows;
}

it('events that database functions and set-based statements write match their definitions', async () => {
  const board = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS });
  const { client, userId } = board.organization.owner;
  const [one, two] = board.groupIds;
  const ids: string[] = [];
  const values = { [board.column('Text')]: 'a', [board.column('Owner')]: [userId] };

  const created = () => anItem(board, { values });
  expect(await during(board, async () => ids.push(await created()))).toEqual(['item.created']);

  const items = [
    { name: 'B', description: 'Text' },
    { name: 'C', parentId: ids[0], values },
  ];
  const bulk = () => made(client, 'items.bulkCreate', { boardId: board.id, groupId: one, items });
  expect(await during(board, bulk)).toEqual(['item.created', 'item.created']);

  const itemId = ids[0]!;
  const set = (column: string, value: unknown) => () =>
    made(client, 'items.setValue', { itemId, columnId: board.column(column), value });
  expect(await during(board, set('Text', 'b'))).toEqual(['value.changed']);
  expect(await during(board, set('Text', null))).toEqual(['value.changed']);
  expect(await during(board, set('Owner', []))).toEqual(['value.changed']);

  const move = () => made(client, 'items.move', { id: itemId, groupId: two });
  expect(await during(board, move)).toEqual(['item.moved']);

  await made(client, 'items.delete', { id: itemId });
  const purge = () => made(client, 'trash.purge', { ids: [itemId] });
  expect(await during(board, purge)).toContain('item.deleted');

  const file = { content: 'Name,Text\nImported,x\n' };
  const mapping = [{ header: 'Text', columnId: board.column('Text') }];
  const input = { id: board.id, groupId: one, file, mapping };
  const imported = await during(board, async () => {
    const { import: started } = await made(client, 'boards.import', input);
    await vi.waitFor(async () => {
      const { data } = await client.query('boards.imports.get', { id: started.id });
      expect(data.status).toBe('done');
    });
  });
  expect(imported).toEqual(['item.created']);
});

it('events of computed values and of reassigned people match their definitions', async () => {
  const board = await aBoard({ columns: COLUMNS });
  const { client } = board.organization.owner;
  const member = await board.organization.addMember('member');
  const end = board.column('End');
  const after = board.column('After');
  const config = { linkColumnId: after, targetColumnId: end, aggregate: 'max' };
  const lookup = { boardId: board.id, name: 'Start', type: 'lookup', config };
  const start = await made(client, 'columns.create', lookup);
  // The first computation of a column has no events.
  const isComputed = async () => {
    const { data } = await client.query('columns.list', { boardId: board.id });
    expect(data.columns.at(-1)).not.toHaveProperty('computing');
  };
  await vi.waitFor(isComputed);
  const first = await anItem(board, {
    values: { [board.column('Owner')]: [member.userId], [end]: '2026-05-01' },
  });
  const second = await anItem(board, { values: { [after]: [first] } });
  await vi.waitFor(async () => expect(await valueOf(board, second, start.id)).toContain('2026-05-01'));

  const edit = { itemId: first, columnId: end, value: '2026-06-01' };
  expect(await during(board, () => made(client, 'items.setValue', edit))).toEqual(['value.changed']);
  await deliverEventsSoFar(board.organization.app);
  // Among the events of other subscribers, such as notifications.
  const computed = async () => (await stored(board)).filter(({ type }) => type === 'value.changed');
  await vi.waitFor(async () => expect(await computed()).toHaveLength(1));
  const [event] = await computed();
  expect(event).toMatchObject({ itemId: second });
  checkEvent(event!);

  // A job writes an event.
  const followed = async (count: number, act: () => Promise<unknown>) => {
    const before = (await stored(board)).length;
    await act();
    const isThere = async () => expect(await stored(board)).toHaveLength(before + count);
    await vi.waitFor(isThere);
  };

  const removal = { userId: member.userId, reassignTo: board.organization.owner.userId };
  const replaced = await during(board, () =>
    followed(2, () => made(client, 'organizations.members.remove', removal)),
  );
  expect(replaced.toSorted()).toEqual(['member.removed', 'value.changed']);
});
