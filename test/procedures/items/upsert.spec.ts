import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';

const aKeyedBoard = () =>
  aBoard({
    groups: ['First', 'Second'],
    columns: [
      { name: 'Key', type: 'text', config: { unique: true } },
      { name: 'Price', type: 'number' },
      { name: 'Note', type: 'text' },
      { name: 'Status', type: 'status' },
      { name: 'People', type: 'people' },
      { name: 'Hours', type: 'time_tracking' },
    ],
  });

const upsert = (board: TestBoard, items: unknown, more: object = {}) =>
  board.organization.owner.client.mutate('items.upsert', {
    boardId: board.id,
    key: board.column('Key'),
    items,
    ...more,
  });
interface Result {
  key: string;
  id: string;
  outcome: string;
}
const outcomesOf = (data: { results: Result[] }) => data.results.map(({ outcome }) => outcome);
const itemsOf = async (board: TestBoard) => {
  const { data } = await board.organization.owner.client.query('items.list', {
    boardId: board.id,
    limit: 100,
  });
  return data.items as { id: string; name: string; groupId: string; values: Record<string, unknown> }[];
};

describe('items.upsert', () => {
  it('creates items, then updates those that differ and leaves the others alone', async () => {
    const board = await aKeyedBoard();
    const [price, note] = [board.column('Price'), board.column('Note')];
    const item = (key: string, value: number, more = {}) => ({ key, values: { [price]: value }, ...more });
    const created = await upsert(board, [item('A', 1, { name: 'Apple' }), item('B', 2), item('C', 3)]);
    expect(created.status).toBe(200);
    expect(outcomesOf(created.data)).toEqual(['created', 'created', 'created']);
    expect((await itemsOf(board)).map(({ name }) => name)).toEqual(['Apple', 'B', 'C']);
    await board.organization.owner.client.mutate('items.setValue', {
      itemId: created.data.results[0].id,
      columnId: note,
      value: 'mine',
    });

    let answer = created;
    const events = await eventsDuring(board.organization, async () => {
      answer = await upsert(board, [
        item('C', 3),
        item(' A ', 1.5),
        { key: 'B', name: 'Berry' },
        { key: 'D', groupId: board.group('Second') },
      ]);
    });
    expect(outcomesOf(answer.data)).toEqual(['unchanged', 'updated', 'updated', 'created']);
    expect(answer.data.results.map(({ key }: Result) => key)).toEqual(['C', ' A ', 'B', 'D']);
    expect(answer.data.results.slice(0, 3).map(({ id }: Result) => id)).toEqual(
      [2, 0, 1].map((at) => created.data.results[at].id),
    );
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'item.created',
      'item.updated',
      'value.changed',
    ]);
    const items = await itemsOf(board);
    expect(items.map(({ name }) => name)).toEqual(['Apple', 'Berry', 'C', 'D']);
    expect(items[0]!.values).toMatchObject({ [price]: 1.5, [note]: 'mine' });
    expect(items[3]!.groupId).toBe(board.group('Second'));
  });

  it('writes and emits nothing for values that are the same in another form', async () => {
    const board = await aKeyedBoard();
    const { userId } = board.organization.owner;
    const values = {
      [board.column('Price')]: 10,
      [board.column('Status')]: 'Done',
      [board.column('People')]: [userId],
      [board.column('Hours')]: { seconds: 60 },
    };
    await upsert(board, [{ key: 'A', values }]);
    const same = {
      [board.column('Price')]: '10.0',
      [board.column('Status')]: { label: 'Done' },
      [board.column('People')]: userId,
      [board.column('Hours')]: { seconds: 60 },
      [board.column('Note')]: null,
    };
    const before = await itemsOf(board);
    const events = await eventsDuring(board.organization, async () => {
      const { data } = await upsert(board, [
        { key: 'A', name: 'A', groupId: board.group('First'), values: same },
      ]);
      expect(outcomesOf(data)).toEqual(['unchanged']);
    });
    expect(events).toEqual([]);
    expect(await itemsOf(board)).toEqual(before);
  });

  it('moves items to the given group, but not archived ones', async () => {
    const board = await aKeyedBoard();
    const { data } = await upsert(board, [{ key: 'A' }, { key: 'B' }]);
    const { client } = board.organization.owner;
    await client.mutate('items.archive', { id: data.results[1].id });
    const groupId = board.group('Second');
    const values = { [board.column('Price')]: 1 };
    const moved = await upsert(board, [
      { key: 'A', groupId },
      { key: 'B', groupId, values },
    ]);
    expect(outcomesOf(moved.data)).toEqual(['updated', 'updated']);
    const groupOf = async (id: string) => (await client.query('items.get', { id })).data.groupId;
    expect(await groupOf(data.results[0].id)).toBe(groupId);
    expect(await groupOf(data.results[1].id)).toBe(board.group('First'));
    expect(await valueOf(board, data.results[1].id, board.column('Price'))).toBe(1);
    const again = await upsert(board, [{ key: 'A', groupId }]);
    expect(outcomesOf(again.data)).toEqual(['unchanged']);
  });

  it('finds no items in Trash', async () => {
    const board = await aKeyedBoard();
    const { data } = await upsert(board, [{ key: 'A' }]);
    await board.organization.owner.client.mutate('items.delete', { id: data.results[0].id });
    const again = await upsert(board, [{ key: 'A' }]);
    expect(outcomesOf(again.data)).toEqual(['created']);
  });

  it('takes columns by name, and creates labels', async () => {
    const board = await aKeyedBoard();
    const items = [{ key: 'A', valuesByName: { Price: 5, Status: 'Blocked' } }];
    expect(refusedPaths(await upsert(board, items))).toEqual(['items.0.valuesByName.Status']);
    const { data } = await upsert(board, items, { createLabels: true });
    expect(outcomesOf(data)).toEqual(['created']);
    expect(await valueOf(board, data.results[0].id, board.column('Status'))).toMatchObject({
      label: 'Blocked',
    });
    expect(outcomesOf((await upsert(board, items, { createLabels: true })).data)).toEqual(['unchanged']);
  });

  it('creates or updates each key once, in parallel calls with different columns', async () => {
    const board = await aKeyedBoard();
    const keys = Array.from({ length: 20 }, (_, at) => `K-${at}`);
    const [price, note] = [board.column('Price'), board.column('Note')];
    const calls = [
      keys.map((key) => ({ key, values: { [price]: 1 } })),
      keys.toReversed().map((key) => ({ key, values: { [note]: 'text' } })),
      keys.map((key) => ({ key, name: `Named ${key}` })),
      keys.toReversed().map((key) => ({ key, values: { [board.column('Status')]: 'Done' } })),
    ];
    const { client } = board.organization.owner;
    const creates = keys.slice(0, 5).map((key) =>
      client.mutate('items.create', {
        boardId: board.id,
        groupId: board.groupIds[0],
        name: key,
        values: { [board.column('Key')]: key },
      }),
    );
    const answers = await Promise.all(calls.map((items) => upsert(board, items)));
    await Promise.all(creates);
    expect(answers.map(({ status, error }) => [status, error])).toEqual(calls.map(() => [200, undefined]));
    const items = await itemsOf(board);
    expect(items).toHaveLength(20);
    for (const { name, values } of items) {
      expect(name).toBe(`Named ${String(values[board.column('Key')])}`);
      expect(values).toMatchObject({
        [price]: 1,
        [note]: 'text',
        [board.column('Status')]: { label: 'Done' },
      });
    }
  });

  it('writes nothing when one item is rejected', async () => {
    const board = await aKeyedBoard();
    await upsert(board, [{ key: 'A' }]);
    const events = await eventsDuring(board.organization, async () => {
      const price = (value: unknown) => ({ [board.column('Price')]: value });
      const answer = await upsert(board, [
        { key: 'A', values: price(1) },
        { key: 'B', values: price(2) },
        { key: 'C', values: price('many') },
      ]);
      expect(refusedPaths(answer)).toEqual([`items.2.values.${board.column('Price')}`]);
      const existing = await upsert(board, [{ key: 'B' }, { key: 'A', values: price('many') }]);
      expect(refusedPaths(existing)).toEqual([`items.1.values.${board.column('Price')}`]);
    });
    expect(events).toEqual([]);
  });

  it('rejects a key column that is not unique, with a reason', async () => {
    const board = await aKeyedBoard();
    const answer = await upsert(board, [{ key: 'A' }], { key: board.column('Note') });
    expect(refusedPaths(answer)).toEqual(['key']);
    expect(answer.error!.data).toMatchObject({ reason: 'key_not_unique' });
    expect(refusedPaths(await upsert(board, [{ key: 'A' }], { key: newId('column') }))).toEqual(['key']);
  });

  it.each([
    { name: 'a repeated key', items: [{ key: 'A' }, { key: 'B' }, { key: ' A' }], paths: ['items.2.key'] },
    { name: 'a blank key', items: [{ key: ' ' }, { key: '' }], paths: ['items.0.key', 'items.1.key'] },
    { name: 'no key', items: [{ name: 'A' }], paths: ['items.0.key'] },
    { name: 'a list as key', items: [{ key: ['A'] }], paths: ['items.0.key'] },
    { name: 'a number for a text', items: [{ key: 5 }], paths: ['items.0.key'] },
    { name: 'no items', items: [], paths: ['items'] },
    {
      name: 'too many items',
      items: Array.from({ length: 501 }, (_, at) => ({ key: `${at}` })),
      paths: ['items'],
    },
    { name: 'an unknown field', items: [{ key: 'A', id: 'x' }], paths: ['items.0.id'] },
    {
      name: 'an unknown column',
      items: [{ key: 'A', valuesByName: { Missing: 1 } }],
      paths: ['items.0.valuesByName.Missing'],
    },
    {
      name: 'the key as a value',
      items: [{ key: 'A', valuesByName: { Key: 'B' } }],
      paths: ['items.0.valuesByName.Key'],
    },
  ])('rejects $name', async ({ items, paths }) => {
    const board = await aKeyedBoard();
    expect(refusedPaths(await upsert(board, items))).toEqual(paths);
    expect(await itemsOf(board)).toEqual([]);
  });

  it('rejects groups of other boards, and hides those that the caller cannot see', async () => {
    const board = await aKeyedBoard();
    const other = await aBoard({ project: board.project });
    const hidden = await aBoard();
    expect(
      refusedPaths(await upsert(board, [{ key: 'A' }, { key: 'B', groupId: other.groupIds[0] }])),
    ).toEqual(['items.1.groupId']);
    expect(await upsert(board, [{ key: 'A', groupId: hidden.groupIds[0] }])).toMatchObject({ status: 404 });
    expect(await upsert(board, [{ key: 'A' }], { boardId: hidden.id })).toMatchObject({ status: 404 });
  });

  it('finds items by numbers and e-mail addresses', async () => {
    const board = await aBoard({
      columns: [
        { name: 'Key', type: 'number', config: { unique: true } },
        { name: 'Mail', type: 'email', config: { unique: true } },
      ],
    });
    const first = await upsert(board, [{ key: 7, valuesByName: { Mail: 'ann@example.com' } }]);
    expect(outcomesOf(first.data)).toEqual(['created']);
    expect(outcomesOf((await upsert(board, [{ key: '7.0' }])).data)).toEqual(['unchanged']);
    const byMail = await upsert(board, [{ key: 'ANN@example.com', name: 'Ann' }], {
      key: board.column('Mail'),
    });
    expect(byMail.data.results).toMatchObject([{ id: first.data.results[0].id, outcome: 'updated' }]);
    const taken = await upsert(board, [{ key: 8, valuesByName: { Mail: 'ann@example.com' } }]);
    expect(taken).toMatchObject({ status: 409, error: { data: { reason: 'value_not_unique' } } });
    expect(taken.error!.data.issues).toMatchObject([{ path: 'items.0.valuesByName.Mail' }]);
  });

  it('answers a dry run as a real call, and writes nothing', async () => {
    const board = await aKeyedBoard();
    await upsert(board, [{ key: 'A' }]);
    const items = [{ key: 'A', name: 'Apple' }, { key: 'B' }];
    const input = { boardId: board.id, key: board.column('Key'), items };
    const { client } = board.organization.owner;
    const dry = await client.mutate('items.upsert', input, { 'x-dry-run': '1' });
    expect(outcomesOf(dry.data)).toEqual(['updated', 'created']);
    expect((await itemsOf(board)).map(({ name }) => name)).toEqual(['A']);
  });

  it('updates sub-items, which stay in the group of their parent', async () => {
    const board = await aKeyedBoard();
    const parentId = await anItem(board);
    const key = { [board.column('Key')]: 'S' };
    const sub = await anItem(board, { parentId, values: key });
    const { data } = await upsert(board, [{ key: 'S', name: 'Part' }]);
    expect(data.results).toEqual([{ key: 'S', id: sub, outcome: 'updated' }]);
    expect(refusedPaths(await upsert(board, [{ key: 'S', groupId: board.group('Second') }]))).toEqual([
      'items.0.groupId',
    ]);
  });
});
