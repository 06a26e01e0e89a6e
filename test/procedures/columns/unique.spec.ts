import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';

const aKeyedBoard = (config: object = { unique: true }, type = 'text') =>
  aBoard({
    columns: [
      { name: 'Key', type, config },
      { name: 'Note', type: 'text' },
    ],
  });

const ownerOf = (board: TestBoard) => board.organization.owner.client;
const withKey = (board: TestBoard, key: unknown) => ({ [board.column('Key')]: key });
const create = (board: TestBoard, key: unknown) =>
  ownerOf(board).mutate('items.create', {
    boardId: board.id,
    groupId: board.groupIds[0],
    name: 'Item',
    values: withKey(board, key),
  });
const setKey = (board: TestBoard, itemId: string, value: unknown) =>
  ownerOf(board).mutate('items.setValue', { itemId, columnId: board.column('Key'), value });
const setUnique = (board: TestBoard, unique: boolean) =>
  ownerOf(board).mutate('columns.update', { id: board.column('Key'), config: { unique } });
interface Answer {
  status: number;
  error: { data: object } | undefined;
}
const conflictOf = ({ status, error }: Answer) => {
  const { reason, issues } = error!.data as { reason: string; issues: { path: string; message: string }[] };
  return { status, reason, issues };
};

describe('a unique column', () => {
  it('rejects a value that another item has, naming the item and the column', async () => {
    const board = await aKeyedBoard();
    const { data: first } = await create(board, 'A-1');
    const other = await anItem(board);

    const made = conflictOf(await create(board, ' A-1 '));
    const set = conflictOf(await setKey(board, other, 'A-1'));

    expect(made).toMatchObject({ status: 409, reason: 'value_not_unique' });
    expect(made.issues).toEqual([
      {
        path: `values.${board.column('Key')}`,
        message: `Key: The item ${first.id} has this value, and the column is unique`,
      },
    ]);
    expect(set).toMatchObject({ status: 409, reason: 'value_not_unique', issues: [{ path: 'value' }] });
    expect(await valueOf(board, other, board.column('Key'))).toBeNull();
  });

  it.each([
    { type: 'text', same: ['Ä', ' Ä'], others: ['ä', 'Ä.'] },
    { type: 'email', same: ['ann@example.com', 'Ann@Example.COM'], others: ['ann@example.org'] },
    {
      type: 'url',
      same: ['https://example.com/a', ' https://example.com/a '],
      others: ['https://example.com/A'],
    },
    { type: 'number', same: [10, '10.0'], others: [10.5, -10] },
    {
      type: 'text',
      same: [`${'x'.repeat(5_000)}1`, `${'x'.repeat(5_000)}1`],
      others: [`${'x'.repeat(5_000)}2`],
    },
  ])('compares $type by value: case $#', async ({ type, same, others }) => {
    const board = await aKeyedBoard({ unique: true }, type);
    const [first, second] = same;
    expect(await create(board, first)).toMatchObject({ status: 200 });
    expect(await create(board, second)).toMatchObject({ status: 409 });
    for (const other of others) expect(await create(board, other)).toMatchObject({ status: 200 });
  });

  it('accepts any number of items without a value, and a value that its item has already', async () => {
    const board = await aKeyedBoard();
    for (const blank of [null, '', '  ', '  '])
      expect(await create(board, blank)).toMatchObject({ status: 200 });
    const { data: item } = await create(board, 'A-1');
    expect(await setKey(board, item.id, 'A-1')).toMatchObject({ status: 200 });
    expect(await setKey(board, item.id, 'A-2')).toMatchObject({ status: 200 });
    expect(await create(board, 'A-1')).toMatchObject({ status: 200 });
    expect(await setKey(board, item.id, '   ')).toMatchObject({ status: 200 });
    expect(await create(board, 'A-2')).toMatchObject({ status: 200 });
  });

  it('accepts one of the parallel writes of a value', async () => {
    const board = await aKeyedBoard();
    const items = await Promise.all(Array.from({ length: 8 }, () => anItem(board)));
    const answers = await Promise.all([
      ...items.map((id) => setKey(board, id, 'A-1')),
      ...items.map(() => create(board, 'A-1')),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused)
      expect(conflictOf(answer)).toMatchObject({ status: 409, reason: 'value_not_unique' });
  });

  it('counts archived items, and not those in Trash, which cannot be restored while the value is taken', async () => {
    const board = await aKeyedBoard();
    const client = ownerOf(board);
    const { data: item } = await create(board, 'A-1');
    await client.mutate('items.archive', { id: item.id });
    expect(await create(board, 'A-1')).toMatchObject({ status: 409 });

    await client.mutate('items.delete', { id: item.id });
    const { data: next } = await create(board, 'A-1');
    const restored = conflictOf(await client.mutate('items.restore', { id: item.id }));
    expect(restored).toMatchObject({ status: 409, reason: 'value_not_unique' });
    expect(restored.issues[0]!.message).toContain(next.id);

    await setKey(board, next.id, null);
    expect(await client.mutate('items.restore', { id: item.id })).toMatchObject({ status: 200 });
    expect(await create(board, 'A-1')).toMatchObject({ status: 409 });
  });

  it('is kept by calls on many items', async () => {
    const board = await aKeyedBoard();
    const client = ownerOf(board);
    const item = (key: string) => ({ name: key, values: withKey(board, key) });
    const bulkCreate = (...keys: string[]) =>
      client.mutate('items.bulkCreate', {
        boardId: board.id,
        groupId: board.groupIds[0],
        items: keys.map(item),
      });
    const { data } = await bulkCreate('A', 'B');
    const [a, b] = data.items.map(({ id }: { id: string }) => id);
    const columnId = board.column('Key');

    expect(conflictOf(await bulkCreate('C', 'C')).issues).toMatchObject([
      { path: `items.1.values.${columnId}` },
    ]);
    expect(conflictOf(await bulkCreate('C', 'A')).issues).toMatchObject([
      { path: `items.1.values.${columnId}` },
    ]);
    const cells = [
      { itemId: a, columnId, value: 'D' },
      { itemId: b, columnId, value: 'D' },
    ];
    expect(conflictOf(await client.mutate('items.setValues', { boardId: board.id, cells }))).toMatchObject({
      status: 409,
      reason: 'value_not_unique',
    });
    const changes = { itemIds: [a, b], changes: { [columnId]: 'D' } };
    expect(conflictOf(await client.mutate('items.bulkUpdate', changes))).toMatchObject({ status: 409 });
    expect(
      conflictOf(await client.mutate('items.update', { id: b, values: { [columnId]: 'A' } })),
    ).toMatchObject({
      status: 409,
      issues: [{ path: `values.${columnId}` }],
    });
    expect([await valueOf(board, a, columnId), await valueOf(board, b, columnId)]).toEqual(['A', 'B']);
  });

  it('is blank in the copy of an item, and kept in the copy of a board', async () => {
    const board = await aKeyedBoard();
    const client = ownerOf(board);
    const { data: item } = await create(board, 'A-1');
    const { data: copy } = await client.mutate('items.duplicate', { id: item.id });
    expect(copy.values).toEqual({});

    const { data: second } = await client.mutate('boards.duplicate', { id: board.id, includeItems: true });
    const { data } = await client.query('items.list', { boardId: second.id });
    const shown = data.items.flatMap(({ values }: { values: object }) => Object.values(values));
    expect(shown).toEqual(['A-1']);
    const { data: columns } = await client.query('columns.list', { boardId: second.id });
    const key = columns.columns.find(({ name }: { name: string }) => name === 'Key');
    expect(key.config).toEqual({ unique: true });
    const again = {
      boardId: second.id,
      groupId: second.groups?.[0]?.id ?? data.items[0].groupId,
      name: 'Again',
      values: { [key.id]: 'A-1' },
    };
    expect(await client.mutate('items.create', again)).toMatchObject({ status: 409 });
  });

  it('is blank in the copies of a group', async () => {
    const board = await aKeyedBoard();
    await create(board, 'A-1');
    const { data: group } = await ownerOf(board).mutate('boards.groups.duplicate', {
      id: board.groupIds[0],
      items: true,
    });
    const { data } = await ownerOf(board).query('items.list', { boardId: board.id, groupIds: [group.id] });
    expect(data.items).toHaveLength(1);
    expect(await valueOf(board, data.items[0].id, board.column('Key'))).toBeNull();
  });

  it('is not changed back by an undo when another item has taken the value since', async () => {
    const board = await aKeyedBoard();
    const { data: item } = await create(board, 'A-1');
    const changed = await setKey(board, item.id, 'A-2');
    const { data: trashed } = await create(board, 'A-3');
    const deleted = await ownerOf(board).mutate('items.delete', { id: trashed.id });
    await create(board, 'A-1');
    await create(board, 'A-3');

    const undo = (requestId: string) => ownerOf(board).mutate('changes.undo', { requestId });
    const { data: value } = await undo(changed.headers['x-request-id']!);
    const { data: state } = await undo(deleted.headers['x-request-id']!);

    const reason = 'value_not_unique';
    expect(value).toEqual({
      undone: 0,
      skipped: [{ itemId: item.id, columnId: board.column('Key'), reason }],
      nextCursor: null,
    });
    expect(state).toEqual({ undone: 0, skipped: [{ itemId: trashed.id, reason }], nextCursor: null });
  });

  it('rejects items of another board whose value is taken', async () => {
    const board = await aKeyedBoard();
    const client = ownerOf(board);
    const { data: other } = await client.mutate('boards.duplicate', { id: board.id });
    const { data: item } = await create(board, 'A-1');
    const { data: copied } = await client.query('boards.get', { id: other.id });
    const [group] = copied.groups;
    const column = copied.columns.find(({ name }: { name: string }) => name === 'Key');
    const { data: there } = await client.mutate('items.create', {
      boardId: other.id,
      groupId: group.id,
      name: 'There',
      values: { [column.id]: 'A-1' },
    });
    const move = { id: item.id, boardId: other.id, groupId: group.id };
    const moved = conflictOf(await client.mutate('items.move', move));
    expect(moved.issues[0]!.message).toContain(there.id);
    const bulk = { itemIds: [item.id], boardId: other.id, groupId: group.id };
    expect(conflictOf(await client.mutate('items.bulkMove', bulk))).toMatchObject({ status: 409 });
    await client.mutate('items.delete', { id: there.id });
    expect(await client.mutate('items.move', move)).toMatchObject({ status: 200 });
  });

  it('cannot have a default value', async () => {
    const board = await aKeyedBoard();
    const column = { boardId: board.id, name: 'Code', type: 'text', config: { unique: true } };
    const client = ownerOf(board);
    expect(await client.mutate('columns.create', { ...column, defaultValue: 'x' })).toMatchObject({
      status: 400,
    });
    const update = { id: board.column('Key'), defaultValue: 'x' };
    expect(await client.mutate('columns.update', update)).toMatchObject({ status: 400 });
    expect(await client.mutate('columns.update', { ...update, config: { unique: false } })).toMatchObject({
      status: 200,
    });
    expect(await setUnique(board, true)).toMatchObject({ status: 400 });
  });

  it.each(['long_text', 'phone', 'date', 'status', 'auto_number'])('is not a %s column', async (type) => {
    const board = await aBoard();
    const column = { boardId: board.id, name: 'Key', type, config: { unique: true } };
    expect(await ownerOf(board).mutate('columns.create', column)).toMatchObject({ status: 400 });
  });
});

describe('columns.update with unique', () => {
  it('names items with the same value and changes nothing', async () => {
    const board = await aKeyedBoard({});
    const [first, second] = [(await create(board, 'A')).data.id, (await create(board, 'A')).data.id];
    await create(board, 'B');
    const refused = conflictOf(await setUnique(board, true));
    expect(refused).toMatchObject({ status: 409, reason: 'value_not_unique' });
    expect(refused.issues).toHaveLength(1);
    for (const id of [first, second]) expect(refused.issues[0]!.message).toContain(id);
    expect(await create(board, 'B')).toMatchObject({ status: 200 });
  });

  it('checks the values that items have, and later ones', async () => {
    const board = await aKeyedBoard({});
    const { data: item } = await create(board, 'A');
    const { data: trashed } = await create(board, 'A');
    await ownerOf(board).mutate('items.delete', { id: trashed.id });
    expect(await setUnique(board, true)).toMatchObject({ status: 200, data: { config: { unique: true } } });
    expect(await create(board, 'A')).toMatchObject({ status: 409 });
    expect(await ownerOf(board).mutate('items.restore', { id: trashed.id })).toMatchObject({ status: 409 });
    await setKey(board, item.id, 'B');
    expect(await ownerOf(board).mutate('items.restore', { id: trashed.id })).toMatchObject({ status: 200 });
  });

  it('accepts repeated values again without unique', async () => {
    const board = await aKeyedBoard();
    await create(board, 'A');
    expect(await setUnique(board, false)).toMatchObject({ status: 200, data: { config: {} } });
    expect(await create(board, 'A')).toMatchObject({ status: 200 });
    expect(await setUnique(board, true)).toMatchObject({ status: 409 });
  });

  it('lets no parallel write repeat a value', async () => {
    const board = await aKeyedBoard({});
    const [changed, ...created] = await Promise.all([
      setUnique(board, true),
      ...Array.from({ length: 10 }, () => create(board, 'A')),
    ]);
    const made = created.filter(({ status }) => status === 200).length;
    // The column is unique, or items have the same value: never both.
    expect(made > 1).toBe(changed.status !== 200);
  });

  it('copies the values of a column without uniqueness', async () => {
    const board = await aKeyedBoard();
    await create(board, 'A');
    const copy = { id: board.column('Key'), includeValues: true };
    const { data } = await ownerOf(board).mutate('columns.duplicate', copy);
    expect(data.config).toEqual({});
    const again = {
      boardId: board.id,
      groupId: board.groupIds[0],
      name: 'Again',
      values: { [data.id]: 'A' },
    };
    expect(await ownerOf(board).mutate('items.create', again)).toMatchObject({ status: 200 });
  });
});

it('a unique column of an unknown item is 404', async () => {
  const board = await aKeyedBoard();
  expect(await setKey(board, newId('item'), 'A')).toMatchObject({ status: 404 });
});
