import { beforeAll, describe, expect, it } from 'vitest';
import { type ColumnId, newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';
import { columnKey, itemKey } from '../../support/record-keys';

interface WireLabel {
  id: string;
  name: string;
}

describe('columns.update of labels', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [] });
  });

  it('200: a renamed and recolored label is immediately shown on every item', async () => {
    const own = await aBoard(board);
    const { client } = own.organization.owner;
    const [status] = own.record.columns;
    const item = await anItem(own, { values: { [status.id]: 'In Progress' } });
    const labels = status.config.labels.map((label: WireLabel) =>
      label.name === 'In Progress' ? { ...label, name: 'Doing', color: '#123456' } : label,
    );
    const { data } = await client.mutate('columns.update', { id: status.id, config: { labels } });
    expect(data.config.labels).toEqual(labels);
    expect(await valueOf(own, item, status.id)).toMatchObject({ label: 'Doing', color: '#123456' });
    const { data: list } = await client.query('items.list', { boardId: own.id });
    expect(list.items[0].values[status.id]).toMatchObject({ label: 'Doing', color: '#123456' });
  });

  it('200: unused labels can be removed, new ones added, and items sort by the new order', async () => {
    const own = await aBoard(board);
    const { client } = own.organization.owner;
    const [status] = own.record.columns;
    const ids: string[] = [];
    for (const label of ['To Do', 'Done', 'To Do'])
      ids.push(await anItem(own, { values: { [status.id]: label } }));
    const [todo, , done] = status.config.labels;
    const { data } = await client.mutate('columns.update', {
      id: status.id,
      config: { labels: [done, { name: 'Waiting' }, { id: todo.id, name: 'To Do' }] },
    });
    expect(data.config.labels.map(({ name }: WireLabel) => name)).toEqual(['Done', 'Waiting', 'To Do']);
    expect(data.config.labels[2]).toEqual(todo);
    const { data: sorted } = await client.query('items.list', { boardId: own.id, sortBy: status.id });
    expect(sorted.items.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0], ids[2]]);
  });

  it.each([
    [
      'status',
      (name: string) => ({ labels: [{ name: 'a' }, { name: 'b' }].filter((each) => each.name !== name) }),
    ],
    ['dropdown', (name: string) => ({ options: ['a', 'b'].filter((each) => each !== name) })],
  ])(
    '400: a label of a %s that items.setValue has given goes no more than any other',
    async (type, without) => {
      const own = await aBoard({ ...board, columns: [{ name: 'C', type, config: without('') }] });
      const { client } = own.organization.owner;
      const columnId = own.column('C');
      const items = [await anItem(own, { values: { [columnId]: 'a' } }), await anItem(own)];
      for (const itemId of items) await made(client, 'items.setValue', { itemId, columnId, value: 'b' });
      const found = async (operator: string, value?: unknown) => {
        const filters = [{ columnId, operator, ...(value === undefined ? {} : { value }) }];
        return (await client.query('items.list', { boardId: own.id, filters })).data.items.length;
      };
      expect([await found('is', 'b'), await found('any_of', ['a']), await found('is_empty')]).toEqual([
        2, 0, 0,
      ]);
      const rejected = await client.mutate('columns.update', { id: columnId, config: without('b') });
      expect(rejected.status).toBe(400);
      const free = await client.mutate('columns.update', { id: columnId, config: without('a') });
      expect(free.status).toBe(200);
      for (const id of items) expect(await valueOf(own, id, columnId)).not.toBeNull();
    },
  );

  const withItems = async () => {
    const own = await aBoard({
      ...board,
      columns: [
        { name: 'S', type: 'status', config: { labels: ['a', 'b', 'c'].map((name) => ({ name })) } },
        { name: 'L', type: 'label', config: { labels: ['a', 'b', 'c', 'd'].map((name) => ({ name })) } },
      ],
    });
    const [status, label] = own.columnIds as [ColumnId, ColumnId];
    const { client } = own.organization.owner;
    const values = { [status]: 'a', [label]: ['a', 'd', 'b', 'c'] };
    const live = await anItem(own, { values });
    const sub = await anItem(own, { parentId: live, values });
    const archived = await anItem(own, { values });
    const trashed = await anItem(own, { values });
    const other = await anItem(own, { values: { [status]: 'c', [label]: ['d'] } });
    await client.mutate('items.archive', { id: archived });
    await client.mutate('items.delete', { id: trashed });
    const labels = (position: number): WireLabel[] => own.record.columns[position].config.labels;
    return { own, client, status, label, live, sub, archived, trashed, other, labels };
  };
  const without = (labels: WireLabel[], ...names: string[]) => ({
    labels: labels.filter(({ name }) => !names.includes(name)),
  });
  const named = (labels: WireLabel[], name: string) => labels.find((label) => label.name === name)!.id;
  const indexOf = async (own: TestBoard, columnId: string, itemId: string) => {
    const { rows } = await own.organization.app.sql.query(
      `select ref, text_key from item_values
       where column_key = ${columnKey('$2')} and item_key = ${itemKey('$3')} order by ordinal`,
      [own.organization.id, columnId, itemId],
    );
    return rows.map(({ ref, text_key }: { ref: string; text_key: string | null }) => [ref, text_key]);
  };

  it('400: cannot be removed, and the error names it and the solution', async () => {
    const { own, client, status, labels } = await withItems();
    const written = await eventsDuring(own.organization, async () => {
      const answer = await client.mutate('columns.update', {
        id: status,
        name: 'Renamed',
        config: without(labels(0), 'a'),
      });
      expect(refusedPaths(answer)).toEqual(['config.labels']);
      expect(answer.error!.message).toContain('"a"');
      expect(answer.error!.message).toContain('reassignTo');
    });
    expect(written).toEqual([]);
    const { data } = await client.query('columns.list', { boardId: own.id });
    expect(data.columns[0]).toEqual(own.record.columns[0]);
  });

  it('400: an option cannot be removed either, and is called an option', async () => {
    const own = await aBoard({
      columns: [{ name: 'Size', type: 'dropdown', config: { options: ['S', 'M'] } }],
    });
    await anItem(own, { values: { [own.column('Size')]: 'S' } });
    const input = { id: own.column('Size'), config: { options: ['M'] } };
    const answer = await own.organization.owner.client.mutate('columns.update', input);
    expect(refusedPaths(answer)).toEqual(['config.options']);
    expect(answer.error!.message).toContain('The option "S" is in use');
  });

  it('400: cannot be removed while it is only in Trash, or the default value', async () => {
    const { client, status, live, archived, labels } = await withItems();
    for (const id of [live, archived]) await client.mutate('items.delete', { id });
    expect(
      refusedPaths(await client.mutate('columns.update', { id: status, config: without(labels(0), 'a') })),
    ).toEqual(['config.labels']);
    await client.mutate('columns.update', { id: status, defaultValue: 'b' });
    const input = { id: status, config: without(labels(0), 'b') };
    expect(refusedPaths(await client.mutate('columns.update', input))).toEqual(['config.labels']);
    const { status: code, data } = await client.mutate('columns.update', { ...input, defaultValue: 'c' });
    expect(code).toBe(200);
    expect(data.defaultValue).toMatchObject({ label: 'c' });
  });

  it('200: can be removed with reassignTo, on live, archived and trashed items', async () => {
    const { own, client, status, live, sub, archived, trashed, other, labels } = await withItems();
    const to = named(labels(0), 'b');
    const before = await client.query('items.get', { id: live });
    const events = await eventsDuring(own.organization, async () => {
      const input = { id: status, config: without(labels(0), 'a'), reassignTo: to };
      const answer = await client.mutate('columns.update', input);
      expect(answer.status).toBe(200);
      expect(answer.data.config.labels.map(({ name }: WireLabel) => name)).toEqual(['b', 'c']);
    });
    expect(events.map(({ type }) => type)).toEqual(['column.updated']);
    for (const id of [trashed, archived]) await client.mutate('items.restore', { id });
    for (const id of [live, sub, archived, trashed]) {
      expect(await valueOf(own, id, status)).toMatchObject({ id: to, label: 'b' });
      expect(await indexOf(own, status, id)).toEqual([[to, to]]);
    }
    expect(await valueOf(own, other, status)).toMatchObject({ label: 'c' });
    const { data } = await client.query('items.list', { boardId: own.id, sortBy: status });
    expect(data.items.at(-1).id).toBe(other);
    // No one has edited the items.
    expect((await client.query('items.get', { id: live })).data.updatedAt).toBe(before.data.updatedAt);
  });

  it('200: several are reassigned to one, which no item has twice', async () => {
    const { own, client, label, live, trashed, other, labels } = await withItems();
    const to = named(labels(1), 'c');
    const answer = await client.mutate('columns.update', {
      id: label,
      config: without(labels(1), 'a', 'b'),
      reassignTo: to,
    });
    expect(answer.status).toBe(200);
    await client.mutate('items.restore', { id: trashed });
    const d = named(labels(1), 'd');
    for (const id of [live, trashed]) {
      const value = (await valueOf(own, id, label)) as { label: string }[];
      expect(value.map((entry) => entry.label)).toEqual(['c', 'd']);
      expect(await indexOf(own, label, id)).toEqual([
        [to, to],
        [d, null],
      ]);
    }
    expect(await valueOf(own, other, label)).toMatchObject([{ label: 'd' }]);
    // The next write finds the index as it should be.
    await client.mutate('items.setValue', { itemId: live, columnId: label, value: ['d', 'c'] });
    expect(await indexOf(own, label, live)).toEqual([
      [d, d],
      [to, null],
    ]);
  });

  it('200: the default value and the default label are reassigned too', async () => {
    const { client, status, label, labels } = await withItems();
    await client.mutate('columns.update', {
      id: status,
      config: { defaultLabelId: 'a' },
      defaultValue: 'a',
    });
    const to = named(labels(0), 'b');
    const { data } = await client.mutate('columns.update', {
      id: status,
      config: without(labels(0), 'a'),
      reassignTo: to,
    });
    expect(data.config.defaultLabelId).toBe(to);
    expect(data.defaultValue).toMatchObject({ id: to });
    await client.mutate('columns.update', { id: label, defaultValue: ['a', 'c'] });
    const { data: many } = await client.mutate('columns.update', {
      id: label,
      config: without(labels(1), 'a'),
      reassignTo: named(labels(1), 'c'),
    });
    expect(many.defaultValue).toMatchObject([{ label: 'c' }]);
  });

  it.each([
    ['a label that is removed as well', (labels: WireLabel[]) => named(labels, 'a')],
    ['a label of another column', () => newId('label')],
  ])('400: reassignTo %s', async (_what, reassignTo) => {
    const { client, status, labels } = await withItems();
    const input = { id: status, config: without(labels(0), 'a'), reassignTo: reassignTo(labels(0)) };
    expect(refusedPaths(await client.mutate('columns.update', input))).toEqual(['reassignTo']);
  });

  it('200: two users who remove the same label concurrently remove it once', async () => {
    const own = await aBoard(board);
    const { client } = own.organization.owner;
    const [status] = own.record.columns;
    await Promise.all(Array.from({ length: 8 }, () => anItem(own, { values: { [status.id]: 'To Do' } })));
    const [, ...labels] = status.config.labels;
    const input = { id: status.id, config: { labels }, reassignTo: labels[0].id };
    const writes = Array.from({ length: 8 }, () => anItem(own, { values: { [status.id]: 'Done' } }));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.mutate('columns.update', input)),
    );
    await Promise.all(writes);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const { data } = await client.query('items.list', { boardId: own.id, sortBy: status.id });
    const shown = data.items.map(
      ({ values }: { values: Record<string, WireLabel & { label: string }> }) => values[status.id]!.label,
    );
    expect(shown).toEqual([...Array(8).fill('In Progress'), ...Array(8).fill('Done')]);
  });
});
