import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../support/events';
import { aBoard, type ColumnSpec, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';
import { expectHidden, refusedPaths } from '../../support/refusals';

const AGGREGATES = ['list', 'count', 'sum', 'min', 'max', 'avg'];

const TARGET_COLUMNS = [
  { name: 'Price', type: 'number' },
  { name: 'When', type: 'date' },
  { name: 'Note', type: 'text' },
  { name: 'Stage', type: 'status' },
  { name: 'Who', type: 'people' },
];

/** A board whose items link to those of another, and ways to look through the links. */
async function linkedBoards(columns: ColumnSpec[] = TARGET_COLUMNS) {
  const target = await aBoard({ columns });
  const { organization, workspace } = target;
  const board = await aBoard({ organization, workspace, columns: [{ name: 'Links', type: 'link' }] });
  const { client } = organization.owner;
  const links = board.column('Links');
  let made_ = 0;
  const create = (config: object, on = board) =>
    client.mutate('columns.create', {
      boardId: on.id,
      name: `Lookup ${(made_ += 1)}`,
      type: 'lookup',
      config,
    });
  return {
    board,
    target,
    client,
    links,
    create,
    lookup: async (column: string, aggregate: string): Promise<string> => {
      const { status, data } = await create({
        linkColumnId: links,
        targetColumnId: target.column(column),
        aggregate,
      });
      expect(status).toBe(200);
      return data.id;
    },
    set: (itemId: string, columnId: string, value: unknown) =>
      made(client, 'items.setValue', { itemId, columnId, value }),
  };
}

describe('a lookup column', () => {
  let linked: Awaited<ReturnType<typeof linkedBoards>>;
  let board: TestBoard;
  let target: TestBoard;
  beforeAll(async () => {
    linked = await linkedBoards();
    ({ board, target } = linked);
  });

  it('200: every aggregate, when an item is created and when its links change', async () => {
    const { lookup, set, links } = linked;
    const ids: Record<string, string> = {};
    for (const aggregate of AGGREGATES) ids[aggregate] = await lookup('Price', aggregate);
    const price = (value: number | null) => anItem(target, { values: { [target.column('Price')]: value } });
    const [three, five, none] = [await price(3), await price(5), await price(null)];
    const item = await made(linked.client, 'items.create', {
      boardId: board.id,
      groupId: board.groupIds[0],
      name: 'A',
      values: { [links]: [five, three, none] },
    });
    const results = (values: Record<string, unknown>) =>
      Object.fromEntries(AGGREGATES.map((aggregate) => [aggregate, values[ids[aggregate]!] ?? null]));
    expect(results(item.values)).toEqual({ list: [5, 3], count: 2, sum: 8, min: 3, max: 5, avg: 4 });
    const fewer = await set(item.id, links, [three]);
    expect(results(fewer.values)).toEqual({ list: [3], count: 1, sum: 3, min: 3, max: 3, avg: 3 });
    const without = await set(item.id, links, null);
    expect(results(without.values)).toEqual({
      list: null,
      count: 0,
      sum: 0,
      min: null,
      max: null,
      avg: null,
    });
    expect(without).not.toHaveProperty('errors');
  });

  it('200: values of other types, as they are sent', async () => {
    const own = await linkedBoards();
    const when = await own.lookup('When', 'max');
    const note = await own.lookup('Note', 'min');
    const stage = await own.lookup('Stage', 'list');
    const who = await own.lookup('Who', 'list');
    const { userId } = own.board.organization.owner;
    const values = (date: string, text: string, status: string) => ({
      [own.target.column('When')]: date,
      [own.target.column('Note')]: text,
      [own.target.column('Stage')]: status,
      [own.target.column('Who')]: [userId],
    });
    const refs = [
      await anItem(own.target, { values: values('2026-01-02', 'item 10', 'Done') }),
      await anItem(own.target, { values: values('2026-01-01', 'item 9', 'To Do') }),
    ];
    const id = await anItem(own.board, { values: { [own.links]: refs } });
    const { data } = await own.client.query('items.get', { id });
    expect(data.values).toMatchObject({
      [when]: '2026-01-02T00:00:00.000Z',
      [note]: 'item 9',
      [stage]: [{ label: 'Done' }, { label: 'To Do' }],
      [who]: [userId, userId],
    });
  });

  it('200: follows the linked items: their values, Trash, restoration, and moves', async () => {
    const own = await linkedBoards();
    const sum = await own.lookup('Price', 'sum');
    const twice = await made(own.client, 'columns.create', {
      boardId: own.board.id,
      name: 'Twice',
      type: 'formula',
      config: { expression: `{${sum}} * 2` },
    });
    const price = own.target.column('Price');
    const [one, two] = [
      await anItem(own.target, { values: { [price]: 1 } }),
      await anItem(own.target, { values: { [price]: 2 } }),
    ];
    const id = await anItem(own.board, { values: { [own.links]: [one, two] } });
    const shows = async (value: number) =>
      eventually(own.board.organization.app, async () => {
        expect(await valueOf(own.board, id, sum)).toBe(value);
        expect(await valueOf(own.board, id, twice.id)).toBe(value * 2);
      });
    await shows(3);
    await own.set(one, price, 10);
    await shows(12);
    await made(own.client, 'items.bulkUpdate', { itemIds: [one, two], changes: { [price]: 7 } });
    await shows(14);
    await made(own.client, 'items.delete', { id: two });
    await shows(7);
    await made(own.client, 'items.restore', { id: two });
    await shows(14);
    await made(own.client, 'items.archive', { id: two });
    await shows(14);
    const { workspace, organization } = own.target;
    const elsewhere = await aBoard({ organization, workspace, columns: [{ name: 'Price', type: 'number' }] });
    await made(own.client, 'items.move', { id: one, boardId: elsewhere.id, groupId: elsewhere.groupIds[0] });
    await shows(7);
    const group = own.target.groupIds[0];
    await made(own.client, 'boards.groups.delete', { id: group });
    await shows(0);
  });

  it('200: follows its target: other labels, another expression, and its deletion', async () => {
    const own = await linkedBoards();
    const stage = await own.lookup('Stage', 'list');
    const { data: half } = await own.client.mutate('columns.create', {
      boardId: own.target.id,
      name: 'Half',
      type: 'formula',
      config: { expression: '{Price} / 2' },
    });
    const { data: most } = await own.create({
      linkColumnId: own.links,
      targetColumnId: half.id,
      aggregate: 'max',
    });
    const ref = await anItem(own.target, {
      values: { [own.target.column('Stage')]: 'Done', [own.target.column('Price')]: 8 },
    });
    const id = await anItem(own.board, { values: { [own.links]: [ref] } });
    const value = (columnId: string) => valueOf(own.board, id, columnId);
    expect(await value(stage)).toMatchObject([{ label: 'Done' }]);
    expect(await value(most.id)).toBe(4);
    const { labels } = own.target.record.columns[3].config;
    const config = { labels: labels.map((label: object, at: number) => ({ ...label, name: `L${at}` })) };
    await made(own.client, 'columns.update', { id: own.target.column('Stage'), config });
    await made(own.client, 'columns.update', { id: half.id, config: { expression: '{Price} / 4' } });
    await vi.waitFor(async () => {
      expect(await value(stage)).toMatchObject([{ label: 'L2' }]);
      expect(await value(most.id)).toBe(2);
    });
    // Through two computed columns on two boards.
    await own.set(ref, own.target.column('Price'), 40);
    await eventually(own.board.organization.app, async () => expect(await value(most.id)).toBe(10));
    await made(own.client, 'columns.delete', { id: half.id });
    await vi.waitFor(async () => {
      const { data } = await own.client.query('items.get', { id });
      expect(data.errors).toEqual({ [most.id]: '#error the column that it looks at is gone' });
    });
    await made(own.client, 'columns.delete', { id: own.links });
    await vi.waitFor(async () => {
      const { data } = await own.client.query('items.get', { id });
      expect(data.errors[stage]).toBe('#error the link column is gone');
    });
  });

  it('200: existing items get their values; another aggregate changes them', async () => {
    const own = await linkedBoards();
    const price = own.target.column('Price');
    const refs = [
      await anItem(own.target, { values: { [price]: 4 } }),
      await anItem(own.target, { values: { [price]: 6 } }),
    ];
    const id = await anItem(own.board, { values: { [own.links]: refs } });
    const lookup = await own.lookup('Price', 'sum');
    await vi.waitFor(async () => expect(await valueOf(own.board, id, lookup)).toBe(10));
    await made(own.client, 'columns.update', { id: lookup, config: { aggregate: 'avg' } });
    await vi.waitFor(async () => expect(await valueOf(own.board, id, lookup)).toBe(5));
  });

  it('200: in the copy of a project it refers to the copy', async () => {
    const target = await aBoard({ name: 'Target', columns: [{ name: 'Price', type: 'number' }] });
    const { project, organization } = target;
    const own = await aBoard({ project, name: 'Own', columns: [{ name: 'Links', type: 'link' }] });
    const { client } = organization.owner;
    const ref = await anItem(target, { values: { [target.column('Price')]: 5 } });
    const config = {
      linkColumnId: own.column('Links'),
      targetColumnId: target.column('Price'),
      aggregate: 'sum',
    };
    await made(client, 'columns.create', { boardId: own.id, name: 'Sum', type: 'lookup', config });
    await anItem(own, { values: { [own.column('Links')]: [ref] } });
    const copy = await made(client, 'projects.duplicate', { id: project.id, includeItems: true });
    const { data: boards } = await client.query('boards.list', { projectId: copy.id });
    const idOf = (name: string) => boards.boards.find((each: { name: string }) => each.name === name).id;
    const firstOf = async (name: string) =>
      (await client.query('items.list', { boardId: idOf(name) })).data.items[0];
    const { data: columns } = await client.query('columns.list', { boardId: idOf('Own') });
    const sum = columns.columns.find(({ name }: { name: string }) => name === 'Sum').id;
    await vi.waitFor(async () => expect((await firstOf('Own')).values[sum]).toBe(5));
    const { data: there } = await client.query('columns.list', { boardId: idOf('Target') });
    const price = there.columns.find(({ name }: { name: string }) => name === 'Price').id;
    await made(client, 'items.setValue', {
      itemId: (await firstOf('Target')).id,
      columnId: price,
      value: 6,
    });
    await eventually(organization.app, async () => expect((await firstOf('Own')).values[sum]).toBe(6));
  });

  it('200: sorts by its results', async () => {
    const own = await linkedBoards();
    const price = own.target.column('Price');
    const [ten, nine] = [
      await anItem(own.target, { values: { [price]: 10 } }),
      await anItem(own.target, { values: { [price]: 9 } }),
    ];
    const [first, second] = [
      await anItem(own.board, { values: { [own.links]: [ten] } }),
      await anItem(own.board, { values: { [own.links]: [nine] } }),
    ];
    const lookup = await own.lookup('Price', 'max');
    await vi.waitFor(async () => expect(await valueOf(own.board, second, lookup)).toBe(9));
    const { data } = await own.client.query('items.list', { boardId: own.board.id, sortBy: lookup });
    expect(data.items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  });

  it('200: filters lists of labels, and the first and last label, by name; sorts them the same way', async () => {
    const labels = ['Urgent', 'Blue', 'Later'].map((name) => ({ name }));
    const own = await linkedBoards([
      { name: 'Stage', type: 'status' },
      { name: 'Tags', type: 'label', config: { labels } },
      { name: 'Priority', type: 'priority' },
      { name: 'Size', type: 'dropdown', config: { options: ['S', 'M', 'L'] } },
    ]);
    const cells = (stage: string, tags: string[], priority: string, size: string) => ({
      [own.target.column('Stage')]: stage,
      [own.target.column('Tags')]: tags,
      [own.target.column('Priority')]: priority,
      [own.target.column('Size')]: size,
    });
    const one = await anItem(own.target, { values: cells('Done', ['Later', 'Urgent'], 'Low', 'S') });
    const two = await anItem(own.target, { values: cells('In Progress', ['Blue'], 'Medium', 'L') });
    const both = await anItem(own.board, { values: { [own.links]: [one, two] } });
    const single = await anItem(own.board, { values: { [own.links]: [two] } });
    const found = async (columnId: string, operator: string, value: string) => {
      const filters = [{ columnId, operator, value }];
      const { status, data } = await own.client.query('items.list', { boardId: own.board.id, filters });
      expect(status).toBe(200);
      return data.items.map(({ id }: { id: string }) => id).toSorted();
    };
    const all = [both, single].toSorted();
    const settled = (columnId: string) =>
      vi.waitFor(async () => expect(await valueOf(own.board, single, columnId)).not.toBeNull());
    for (const [column, name] of [
      ['Stage', 'In Progress'],
      ['Tags', 'Blue'],
      ['Priority', 'Medium'],
      ['Size', 'L'],
    ] as const) {
      const list = await own.lookup(column, 'list');
      await settled(list);
      expect(await found(list, 'is', name)).toEqual([single]);
      expect(await found(list, 'contains', name.slice(0, 3))).toEqual(all);
      expect(await found(list, 'is_not', name)).toEqual([both]);
      for (const json of ['label', 'color', 'lbl_', '"', '{']) {
        expect(await found(list, 'contains', json)).toEqual([]);
      }
    }
    // Each the label that its column sorts first or last, in the shape in which its column shows it.
    for (const [column, aggregate, shown] of [
      ['Stage', 'min', { id: expect.any(String), label: 'In Progress', color: '#C2570C' }],
      ['Stage', 'max', { id: expect.any(String), label: 'Done', color: '#27865A' }],
      ['Tags', 'min', { id: expect.any(String), label: 'Urgent', color: expect.any(String) }],
      ['Tags', 'max', { id: expect.any(String), label: 'Later', color: expect.any(String) }],
      ['Priority', 'min', { label: 'Medium', color: '#2F80ED' }],
      ['Priority', 'max', { label: 'Low', color: '#5F6B7A' }],
      ['Size', 'max', 'L'],
    ] as const) {
      const extreme = await own.lookup(column, aggregate);
      await settled(extreme);
      expect(await valueOf(own.board, both, extreme)).toEqual(shown);
      const name = typeof shown === 'string' ? shown : shown.label;
      expect(await found(extreme, 'is', name.toUpperCase())).toContain(both);
      expect(await found(extreme, 'is_empty', null as never)).toEqual([]);
      const copy = await made(own.client, 'columns.create', {
        boardId: own.board.id,
        name: `Formula of ${extreme}`,
        type: 'formula',
        config: { expression: `{${extreme}} & "!"` },
      });
      await settled(copy.id);
      expect(await valueOf(own.board, both, copy.id)).toBe(`${name}!`);
      expect(await found(extreme, 'contains', '"')).toEqual([]);
    }
  });

  it('200: follows dependencies on its own board', async () => {
    const own = await aBoard({
      columns: [
        { name: 'After', type: 'dependency' },
        { name: 'End', type: 'date' },
      ],
    });
    const { client } = own.organization.owner;
    const start = await made(client, 'columns.create', {
      boardId: own.id,
      name: 'Start',
      type: 'lookup',
      config: { linkColumnId: own.column('After'), targetColumnId: own.column('End'), aggregate: 'max' },
    });
    const before = await anItem(own, { values: { [own.column('End')]: '2026-05-01' } });
    const after = await anItem(own, { values: { [own.column('After')]: [before] } });
    expect(await valueOf(own, after, start.id)).toBe('2026-05-01T00:00:00.000Z');
    await made(client, 'items.setValue', {
      itemId: before,
      columnId: own.column('End'),
      value: '2026-06-01',
    });
    await eventually(own.organization.app, async () =>
      expect(await valueOf(own, after, start.id)).toBe('2026-06-01T00:00:00.000Z'),
    );
  });

  it('400: a target on a board without the link, a sum of texts, a cycle over two boards', async () => {
    const { create, links } = linked;
    const config = { linkColumnId: links, targetColumnId: target.column('Price') };
    expect(refusedPaths(await create({ ...config, targetColumnId: links }))).toEqual([
      'config.targetColumnId',
    ]);
    const { organization, workspace } = board;
    const other = await aBoard({ organization, workspace, columns: [{ name: 'N', type: 'number' }] });
    const narrow = await linked.client.mutate('columns.create', {
      boardId: board.id,
      name: 'Narrow',
      type: 'link',
      config: { boardIds: [other.id] },
    });
    expect(refusedPaths(await create({ ...config, linkColumnId: narrow.data.id }))).toEqual([
      'config.targetColumnId',
    ]);
    for (const aggregate of ['sum', 'avg']) {
      for (const name of ['Note', 'When', 'Stage', 'Who']) {
        const answer = await create({ ...config, targetColumnId: target.column(name), aggregate });
        expect(refusedPaths(answer)).toEqual(['config.aggregate']);
      }
    }
    const { data: there } = await create(config);
    const back = await linked.client.mutate('columns.create', {
      boardId: target.id,
      name: 'Back',
      type: 'link',
    });
    const { data: again } = await create({ linkColumnId: back.data.id, targetColumnId: there.id }, target);
    const circle = await linked.client.mutate('columns.update', {
      id: there.id,
      config: { targetColumnId: again.id },
    });
    expect(refusedPaths(circle)).toEqual(['config.targetColumnId']);
  });

  it('404: a target on a board that the caller cannot see', async () => {
    const { workspace } = board;
    const builder = await workspace.organization.addMember('member');
    await made(workspace.organization.owner.client, 'workspaces.members.add', {
      workspaceId: workspace.id,
      userId: builder.userId,
      role: 'member',
    });
    const closed = await aBoard({
      workspace: await aWorkspace({ organization: workspace.organization, visibility: 'closed' }),
      columns: [{ name: 'Secret', type: 'number' }],
    });
    await expectHidden(closed.column('Secret'), (targetColumnId) =>
      builder.client.mutate('columns.create', {
        boardId: board.id,
        name: 'Peek',
        type: 'lookup',
        config: { linkColumnId: linked.links, targetColumnId },
      }),
    );
  });
});
