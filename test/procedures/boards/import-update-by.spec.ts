import { beforeEach, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import type { ItemId } from '../../../src/kernel/ids';
import { listedItems } from '../../support/item-lists';
import { eventsDuring, refusedPaths } from '../../support/refusals';

describe('boards.import with updateBy', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;
  const send = (content: string, more: object = {}) =>
    client().mutate('boards.import', { id: board.id, file: { content }, updateBy: 'Key', ...more });
  const shown = async () =>
    (await listedItems(client(), { boardId: board.id })).map(({ name, values }) => [
      name,
      values[board.column('Key')],
      values[board.column('Size')],
    ]);

  beforeEach(async () => {
    board = await aBoard({
      groups: ['One', 'Two'],
      columns: [
        { name: 'Key', type: 'text' },
        { name: 'Size', type: 'number' },
        { name: 'Note', type: 'text' },
        { name: 'Tags', type: 'label', config: { labels: [{ name: 'Red' }, { name: 'Blue' }] } },
      ],
    });
    const [first] = board.groupIds;
    for (const [name, key, size] of [
      ['A', 'k1', 1],
      ['B', 'k2', 2],
      ['C', 'k3', 3],
    ] as const)
      await anItem(board, {
        groupId: first!,
        name,
        values: { [board.column('Key')]: key, [board.column('Size')]: size, [board.column('Note')]: 'kept' },
      });
  });

  it('200: items with the key are updated, others are created, and the rest is unchanged', async () => {
    const content = 'Key,Name,Size\nk1,A,1\nk2,B renamed,20\nk9,New,9\nk3,C,\n';
    let answer!: Awaited<ReturnType<typeof send>>;
    const events = await eventsDuring(board.organization, async () => {
      answer = await send(content);
    });
    expect(answer.data.import).toMatchObject({
      status: 'done',
      total: 4,
      created: 1,
      updated: 2,
      unchanged: 1,
    });
    expect(await shown()).toEqual([
      ['A', 'k1', 1],
      ['B renamed', 'k2', 20],
      ['C', 'k3', undefined],
      ['New', 'k9', 9],
    ]);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'item.created',
      'item.updated',
      'value.changed',
      'value.changed',
    ]);
    const [item] = await listedItems(client(), { boardId: board.id });
    expect(item!.values[board.column('Note')]).toBe('kept');
  });

  it('200: the same file again changes nothing', async () => {
    const content = 'Key,Name,Size,Tags\nk1,A,1,"Red, Blue"\nk9,New,9,Red\n';
    await send(content);
    const before = await shown();
    let answer!: Awaited<ReturnType<typeof send>>;
    const events = await eventsDuring(board.organization, async () => {
      answer = await send(content);
    });
    expect(answer.data.import).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(events).toEqual([]);
    expect(await shown()).toEqual(before);
  });

  it('200: a dry run says which items exist', async () => {
    const { data } = await send('Key,Name\nk1,A\nk9,New\n', { dryRun: true });
    expect(data.preview).toMatchObject({ items: 1, subItems: 0, existing: 1 });
    expect(data.preview.rows.map(({ exists }: { exists: boolean }) => exists)).toEqual([true, false]);
    expect(await shown()).toHaveLength(3);
  });

  it('200: numbers are compared as numbers', async () => {
    const { data } = await send('Key,Name,Size\nk2,B,2.0\nk5,E,5.5\n', { updateBy: 'Size' });
    expect(data.import).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
  });

  it('200: new sub-items of items that exist, behind those that they have', async () => {
    const [first] = await listedItems(client(), { boardId: board.id });
    await anItem(board, { groupId: board.groupIds[0]!, parentId: first!.id as ItemId, name: 'Old part' });
    const mapping = [{ header: 'Under', to: 'parent' }];
    const answer = await send('Key,Name,Under\nk1,A,\nk8,New part,k1\n', { mapping });
    expect(answer.data.import).toMatchObject({ created: 1, unchanged: 1 });
    const { data } = await client().query('items.get', { id: first!.id });
    expect(data.subItems.map(({ name }: { name: string }) => name)).toEqual(['Old part', 'New part']);
  });

  it('400: rows without a key, twice in the file, of two items', async () => {
    await anItem(board, {
      groupId: board.groupIds[0]!,
      name: 'Twin',
      values: { [board.column('Key')]: 'k1' },
    });
    const answer = await send('Key,Name\nk1,A\n,B\nk5,C\nk5,D\n');
    expect(refusedPaths(answer)).toEqual(['lines.2.Key', 'lines.3.Key', 'lines.5.Key']);
    expect(answer.error!.message).toBe('lines.2.Key: 2 items of the board have the value "k1"');
    expect(await shown()).toHaveLength(4);
  });

  it('400: one bad row changes no item', async () => {
    const answer = await send('Key,Name,Size\nk1,Other,7\nk2,B,many\n');
    expect(refusedPaths(answer)).toEqual(['lines.3.Size']);
    expect((await shown())[0]).toEqual(['A', 'k1', 1]);
  });

  it.each([
    ['an unknown header', { updateBy: 'Other' }],
    ['a column that is created', { updateBy: 'Extra' }],
    ['a column of labels', { updateBy: 'Tags' }],
    ['the name', { updateBy: 'Name' }],
  ])('400: %s', async (_what, more) => {
    const answer = await send('Key,Name,Extra,Tags\nk1,A,x,Red\n', more);
    expect(refusedPaths(answer)).toEqual(['updateBy']);
  });

  it('400: a new board', async () => {
    const input = { projectId: board.project.id, name: 'N', file: { content: 'Key,Name\nk1,A\n' } };
    const answer = await client().mutate('boards.import', { ...input, updateBy: 'Key' });
    expect(refusedPaths(answer)).toEqual(['updateBy']);
  });

  it('200: a column that must have a value: kept if the file does not have it, and not cleared', async () => {
    const { id } = (
      await client().mutate('columns.create', {
        boardId: board.id,
        name: 'Needed',
        type: 'text',
        defaultValue: 'x',
      })
    ).data;
    await client().mutate('columns.update', { id, required: true });
    const [first] = await listedItems(client(), { boardId: board.id });
    await client().mutate('items.setValue', { itemId: first!.id, columnId: id, value: 'mine' });
    expect((await send('Key,Name\nk1,A2\n')).data.import).toMatchObject({ updated: 1 });
    const [item] = await listedItems(client(), { boardId: board.id });
    expect([item!.name, item!.values[id]]).toEqual(['A2', 'mine']);
    expect(refusedPaths(await send('Key,Name,Needed\nk1,A3,\n'))).toEqual(['lines.2.Needed']);
  });

  it('200: an archived item is updated, and the row of a trashed item creates another one', async () => {
    const [first, second] = await listedItems(client(), { boardId: board.id });
    await client().mutate('items.archive', { id: first!.id });
    await client().mutate('items.delete', { id: second!.id });
    const { data } = await send('Key,Name\nk1,Archived\nk2,Again\n');
    expect(data.import).toMatchObject({ created: 1, updated: 1 });
    expect((await client().query('items.get', { id: first!.id })).data.name).toBe('Archived');
    expect((await shown()).map(([name]) => name)).toEqual(['C', 'Again']);
  });

  it('200: a row below an archived item, or below a sub-item, becomes an item, and is listed', async () => {
    const [first, second] = await listedItems(client(), { boardId: board.id });
    await anItem(board, {
      groupId: board.groupIds[0]!,
      parentId: second!.id as ItemId,
      name: 'Sub',
      values: { [board.column('Key')]: 'sub' },
    });
    await client().mutate('items.archive', { id: first!.id });
    const mapping = [{ header: 'Under', to: 'parent' }];
    const content = 'Key,Name,Under\nk1,A,\nsub,Sub,\nn1,New 1,k1\nn2,New 2,sub\n';
    const answer = await send(content, { mapping });
    expect(answer.data.import).toMatchObject({ created: 2, unresolvedCount: 2 });
    expect(
      answer.data.import.unresolved.map(({ row, kind }: Record<string, unknown>) => [row, kind]),
    ).toEqual([
      [4, 'depth'],
      [5, 'depth'],
    ]);
    expect((await shown()).map(([name]) => name)).toEqual(['B', 'C', 'New 1', 'New 2']);
  });

  it('200: a parent that is moved to Trash meanwhile has its new sub-items with it, or they are items', async () => {
    const mapping = [{ header: 'Under', to: 'parent' }];
    for (let round = 0; round < 5; round += 1) {
      const parent = await anItem(board, {
        groupId: board.groupIds[0]!,
        name: 'P',
        values: { [board.column('Key')]: `p${round}` },
      });
      const [answer, deleted] = await Promise.all([
        send(`Key,Name,Under\np${round},P,\nc${round},Child ${round},p${round}\n`, { mapping }),
        client().mutate('items.delete', { id: parent }),
      ]);
      expect([answer.status, deleted.status]).toEqual([200, 200]);
      const { rows } = await board.organization.app.sql.query(
        `select child.trashed_at is null as live, child.parent_id, parent.trashed_at is null as above
         from items child left join items parent on parent.id = child.parent_id where child.name = $1`,
        [`Child ${round}`],
      );
      expect(rows).toHaveLength(1);
      const [{ parent_id: parentId, live, above }] = rows;
      expect(parentId === null || live === above).toBe(true);
    }
  });

  it('200: parallel imports of the same keys create each item once', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `p${at},P${at},${at}\n`).join('');
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(`Key,Name,Size\n${rows}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const created = answers.map(({ data }) => data.import.created as number);
    expect(created.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 40]);
    expect(await shown()).toHaveLength(43);
  });

  it('200: parallel edits of the items are kept or follow', async () => {
    const items = await listedItems(client(), { boardId: board.id });
    const edits = items.map(({ id }) =>
      client().mutate('items.setValue', { itemId: id, columnId: board.column('Note'), value: 'edited' }),
    );
    const [answer, ...others] = await Promise.all([
      send('Key,Name,Size\nk1,A,10\nk2,B,20\nk3,C,30\n'),
      ...edits,
    ]);
    expect([answer, ...others].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const after = await listedItems(client(), { boardId: board.id });
    expect(after.map(({ values }) => [values[board.column('Size')], values[board.column('Note')]])).toEqual([
      [10, 'edited'],
      [20, 'edited'],
      [30, 'edited'],
    ]);
  });
});
