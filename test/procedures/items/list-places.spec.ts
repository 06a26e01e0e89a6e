import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { type ListedItem, listedItems } from '../../support/item-lists';
import { refusedPaths } from '../../support/refusals';

const ITEMS = 30;

describe('items.list by place, order and shape', () => {
  let board: TestBoard;
  let all: ListedItem[];
  let subIds: string[];
  const client = () => board.organization.owner.client;
  const query = (input: object) => client().query('items.list', { boardId: board.id, limit: 200, ...input });
  const list = async (input: object = {}): Promise<ListedItem[]> => {
    const { status, data, body } = await query(input);
    expect(status, JSON.stringify(body)).toBe(200);
    return data.items;
  };
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  const column = (name: string) => board.column(name);

  beforeAll(async () => {
    board = await aBoard({
      groups: ['One', 'Empty', 'Two'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Status', type: 'status' },
        { name: 'Tags', type: 'label', config: { labels: [{ name: 'a' }, { name: 'b' }] } },
        { name: 'Priority', type: 'priority' },
        { name: 'Text', type: 'text' },
      ],
    });
    const statuses = ['To Do', 'In Progress', 'Done'];
    for (let at = 0; at < ITEMS; at += 1) {
      const values: Record<string, unknown> = {};
      if (at % 5 > 0) values[column('Number')] = at % 4;
      if (at % 4 > 0) values[column('Status')] = { label: statuses[at % 3] };
      if (at % 3 > 0) values[column('Text')] = `text ${at % 2}`;
      if (at % 2 > 0) values[column('Priority')] = 'High';
      if (at % 2 > 0) values[column('Tags')] = ['a', 'b'];
      await anItem(board, { name: `Item ${at}`, groupId: board.groupIds[at % 2 === 0 ? 0 : 2]!, values });
    }
    all = await listedItems(client(), { boardId: board.id });
    subIds = [];
    for (const name of ['Sub 1', 'Sub 2']) {
      const values = { [column('Number')]: 7 };
      subIds.push(
        await anItem(board, {
          name,
          parentId: all[3]!.id as never,
          groupId: all[3]!.groupId as never,
          values,
        }),
      );
    }
  });

  /** As the service orders: items without a value last, ties in board order. */
  function sorted(keys: { by: string; dir: 'asc' | 'desc' }[]): string[] {
    const rank = (item: ListedItem, by: string): number | string | null => {
      if (by === 'groupId') return board.groupIds.indexOf(item.groupId as never);
      if (by === 'name') return item.name.padStart(10);
      if (by === 'createdAt' || by === 'createdBy') return item[by];
      const value = item.values[by] ?? null;
      if (by !== column('Status') || value === null) return value;
      return ['To Do', 'In Progress', 'Done'].indexOf(value.label);
    };
    const compare = (a: ListedItem, b: ListedItem) => {
      for (const { by, dir } of keys) {
        const [one, other] = [rank(a, by), rank(b, by)];
        if (one === other) continue;
        if (one === null) return 1;
        if (other === null) return -1;
        return (one < other ? -1 : 1) * (dir === 'asc' ? 1 : -1);
      }
      return all.indexOf(a) - all.indexOf(b);
    };
    return ids(all.toSorted(compare));
  }

  const ORDERS = () => [
    [],
    [{ by: column('Number'), dir: 'desc' as const }],
    [{ by: 'groupId', dir: 'desc' as const }],
    [
      { by: column('Status'), dir: 'asc' as const },
      { by: column('Number'), dir: 'desc' as const },
    ],
    [
      { by: column('Text'), dir: 'desc' as const },
      { by: 'groupId', dir: 'desc' as const },
      { by: column('Number'), dir: 'asc' as const },
    ],
    [
      { by: column('Number'), dir: 'asc' as const },
      { by: 'createdBy', dir: 'asc' as const },
      { by: 'createdAt', dir: 'desc' as const },
    ].slice(0, 2),
    ...(['asc', 'desc'] as const).flatMap((dir) =>
      [column('Number'), column('Text'), column('Status'), 'name', 'createdAt', 'createdBy'].map((by) => [
        { by, dir },
      ]),
    ),
  ];

  describe.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])('order %i', (at) => {
    it('items.order: the ids of all, as a sorted array', async () => {
      const sort = ORDERS()[at]!;
      const input = sort.length > 0 ? { sort } : {};
      const { data } = await client().query('items.order', { boardId: board.id, ...input });
      expect(data).toEqual({ ids: sorted(sort) });
    });

    it('items.list: pages of any size, and from any place', async () => {
      const sort = ORDERS()[at]!;
      const input = { boardId: board.id, ...(sort.length > 0 ? { sort } : {}) };
      const expected = sorted(sort);
      expect(ids(await listedItems(client(), { ...input, limit: 7 }))).toEqual(expected);
      for (const from of [0, 1, 14, 15, 16, ITEMS - 1, ITEMS, ITEMS + 5]) {
        const page = (await client().query('items.list', { ...input, from, limit: 4 })).data;
        expect(ids(page.items)).toEqual(expected.slice(from, from + 4));
        expect(page.nextCursor).toBe(from + 4 < ITEMS ? page.items.at(-1).id : null);
        if (page.nextCursor === null) continue;
        const next = (await client().query('items.list', { ...input, cursor: page.nextCursor, limit: 4 }))
          .data;
        expect(ids(next.items)).toEqual(expected.slice(from + 4, from + 8));
      }
    });
  });

  it('from: exact positions, also with filters, groups and sub-items', async () => {
    const page = await list({ from: 10, limit: 10 });
    expect(page.map(({ position }) => position)).toEqual(all.slice(10, 20).map(({ position }) => position));
    const filters = [{ columnId: column('Number'), operator: 'gte', value: 2 }];
    const matching = all.filter(({ values }) => values[column('Number')] >= 2);
    expect(await list({ filters, from: 3 })).toEqual(matching.slice(3));
    expect(ids(await list({ groupId: board.group('Two'), from: 2 }))).toEqual(ids(all.slice(17)));
    expect(ids(await list({ parentId: all[3]!.id, from: 1 }))).toEqual(subIds.slice(1));
  });

  it('from: the place of items after others have moved', async () => {
    const own = await aBoard({ groups: ['One'] });
    for (let at = 0; at < 6; at += 1) await anItem(own, { name: `${at}` });
    const items = await listedItems(own.organization.owner.client, { boardId: own.id });
    await made(own.organization.owner.client, 'items.move', {
      id: items[5]!.id,
      groupId: own.groupIds[0],
      position: 1,
    });
    await made(own.organization.owner.client, 'items.delete', { id: items[0]!.id });
    const { data } = await own.organization.owner.client.query('items.list', {
      boardId: own.id,
      from: 1,
      limit: 2,
    });
    expect(data.items.map(({ name, position }: ListedItem) => [name, position])).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
  });

  it('several keys: the next page continues where the previous one ended, wherever its last item is now', async () => {
    const own = await aBoard({
      columns: [
        { name: 'A', type: 'number' },
        { name: 'B', type: 'number' },
      ],
    });
    const owner = own.organization.owner.client;
    for (let at = 0; at < 8; at += 1)
      await anItem(own, { values: { [own.column('A')]: at % 2, [own.column('B')]: at } });
    const input = { boardId: own.id, limit: 3, sort: [{ by: own.column('A') }, { by: own.column('B') }] };
    const expected = ids(await listedItems(owner, input));
    const { data } = await owner.query('items.list', input);
    await made(owner, 'items.setValue', { itemId: data.nextCursor, columnId: own.column('A'), value: 9 });
    const next = await owner.query('items.list', { ...input, cursor: data.nextCursor, limit: 200 });
    expect(ids(next.data.items)).toEqual([...expected.slice(3), data.nextCursor]);
  });

  it('groupIds: the items of these groups, in board order', async () => {
    const groupIds = [board.group('Two'), board.group('Empty')];
    expect(ids(await list({ groupIds }))).toEqual(ids(all.slice(15)));
    expect(ids(await list({ groupIds: board.groupIds.toReversed() }))).toEqual(ids(all));
  });

  it('ids: the named items in their order, without those that are elsewhere', async () => {
    const other = await anItem(await aBoard({ organization: board.organization }));
    const named = [all[9]!.id, other, subIds[0]!, all[2]!.id];
    const { data } = await query({ ids: named });
    expect(ids(data.items)).toEqual([all[9]!.id, subIds[0], all[2]!.id]);
    expect(data.nextCursor).toBeNull();
    expect(await list({ ids: [] })).toEqual([]);
  });

  it('columns: only these values; compact: labels as ids, no board', async () => {
    const item = (await list({ columns: [column('Status'), column('Number')] })).find(
      ({ id }) => id === all[20]!.id,
    );
    const full = all[20]!;
    const { [column('Status')]: status, [column('Number')]: number } = full.values;
    expect(item).toEqual({ ...full, values: { [column('Number')]: number, [column('Status')]: status } });
    const compact = (await list({ compact: true })).find(({ id }) => id === full.id);
    const { boardId: _, ...rest } = full;
    expect(compact).toEqual({
      ...rest,
      values: {
        ...full.values,
        [column('Status')]: status.id,
        [column('Tags')]: full.values[column('Tags')].map(({ id }: { id: string }) => id),
        [column('Priority')]: 'High',
      },
    });
    expect((await list({ columns: [] })).every(({ values }) => Object.keys(values).length === 0)).toBe(true);
  });

  it('subItems: the sub-items of each item of the page, in the shape of the list', async () => {
    const items = (await list({ subItems: true, compact: true })) as (ListedItem & {
      subItems: ListedItem[];
    })[];
    expect(items.map(({ subItems }) => subItems.length)).toEqual(all.map((_, at) => (at === 3 ? 2 : 0)));
    const subs = items[3]!.subItems;
    expect(subs.map(({ id, parentId, position, values }) => [id, parentId, position, values])).toEqual(
      subIds.map((id, at) => [id, all[3]!.id, at, { [column('Number')]: 7 }]),
    );
    expect(subs[0]).not.toHaveProperty('boardId');
  });

  it('viewId: the conditions and the order of a saved view', async () => {
    const filters = [{ columnId: column('Number'), operator: 'gte', value: 2 }];
    const view = await made(client(), 'views.create', {
      boardId: board.id,
      name: 'V',
      filters,
      sortBy: column('Number'),
      sortDir: 'desc',
    });
    const expected = await list({ filters, sortBy: column('Number'), sortDir: 'desc' });
    expect(await list({ viewId: view.id })).toEqual(expected);
    expect(await list({ viewId: view.id, search: '1' })).toEqual(
      expected.filter(({ name }) => name.includes('1')),
    );
    const other = await aBoard({ organization: board.organization });
    expect(refusedPaths(await client().query('items.list', { boardId: other.id, viewId: view.id }))).toEqual([
      'viewId',
    ]);
    const missing = await query({ viewId: 'viw_01J00000000000000000000000' });
    expect(missing.status).toBe(404);
  });

  it.each([
    ['ids', () => ({ ids: [], filters: [] })],
    ['ids', () => ({ ids: [], from: 0 })],
    ['ids', () => ({ ids: [], archived: true })],
    ['viewId', () => ({ viewId: 'viw_01J00000000000000000000000', sortBy: 'name' })],
    ['sort', () => ({ sort: [{ by: 'name' }], sortBy: 'name' })],
    ['groupIds', () => ({ groupIds: [board.groupIds[0]], groupId: board.groupIds[0] })],
    ['from', () => ({ from: 1, cursor: all[0]!.id })],
    ['subItems', () => ({ subItems: true, parentId: all[0]!.id })],
    ['subItems', () => ({ subItems: true, archived: true })],
    ['sort', () => ({ sort: [] })],
    ['sort', () => ({ sort: [{ by: 'name' }, { by: 'name', dir: 'desc' }] })],
    ['sort.1.by', () => ({ sort: [{ by: 'name' }, { by: 'col_01J00000000000000000000000' }] })],
    ['columns.0', () => ({ columns: ['col_01J00000000000000000000000'] })],
    ['from', () => ({ from: -1 })],
    ['groupIds', () => ({ groupIds: [] })],
  ])('400: names %s', async (path, input) => {
    expect(refusedPaths(await query(input()))).toEqual([path]);
  });

  it('400: a group of another board; 404: a missing one', async () => {
    const other = await aBoard({ organization: board.organization });
    expect(refusedPaths(await query({ groupIds: [board.groupIds[0], other.groupIds[0]] }))).toEqual([
      'groupIds.1',
    ]);
    expect((await query({ groupIds: ['grp_01J00000000000000000000000'] })).status).toBe(404);
  });

  it('items.order: 401, 403, 404', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const call = (each: ReturnType<typeof client>) => each.query('items.order', { boardId: hidden.id });
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusesBySight(closed, call)).toEqual(ONLY_ONLOOKERS);
    expect(await statusWithoutScope(closed, 'read', call)).toBe(403);
  });
});
