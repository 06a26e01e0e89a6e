import { beforeAll, describe, expect, it, vi } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';

/** A board with numbers, and short ways to its formulas. */
async function aPricedBoard() {
  const board = await aBoard({
    columns: [
      { name: 'Price', type: 'number' },
      { name: 'Count', type: 'number' },
      { name: 'Note', type: 'text' },
    ],
  });
  const { client } = board.organization.owner;
  return {
    board,
    client,
    formula: (name: string, expression: string) =>
      client.mutate('columns.create', { boardId: board.id, name, type: 'formula', config: { expression } }),
    set: (itemId: string, columnId: string, value: unknown) =>
      made(client, 'items.setValue', { itemId, columnId, value }),
    shown: async (columnId: string) => {
      const { data } = await client.query('columns.list', { boardId: board.id });
      return data.columns.find(({ id }: { id: string }) => id === columnId);
    },
  };
}

type Priced = Awaited<ReturnType<typeof aPricedBoard>>;

describe('a formula as spreadsheets write it', () => {
  it('200: can begin with =, and is shown as typed, also when a column is renamed', async () => {
    const { board, client, formula, shown } = await aPricedBoard();
    const { status, data } = await formula('Total', ' =+{Price} * {Count}');
    expect([status, data.config]).toEqual([200, { expression: ' =+{Price} * {Count}' }]);
    const values = { [board.column('Price')]: 3, [board.column('Count')]: 2 };
    expect(await valueOf(board, await anItem(board, { values }), data.id)).toBe(6);
    await made(client, 'columns.update', { id: board.column('Price'), name: 'Cost' });
    expect((await shown(data.id)).config).toEqual({ expression: ' =+{Cost} * {Count}' });
    expect(refusedPaths(await formula('None', '='))).toEqual(['config.expression']);
  });
});

describe('a formula column', () => {
  let priced: Priced;
  let board: TestBoard;
  let price: string;
  let count: string;
  beforeAll(async () => {
    priced = await aPricedBoard();
    ({ board } = priced);
    [price, count] = [board.column('Price'), board.column('Count')];
  });

  it('200: is computed when an item is created, and again with each change of its inputs', async () => {
    const { client, formula, set } = priced;
    const { data: total } = await formula('Total', '{Price} * {Count}');
    const item = await made(client, 'items.create', {
      boardId: board.id,
      groupId: board.groupIds[0],
      name: 'A',
      values: { [price]: 3, [count]: 2 },
    });
    expect(item.values[total.id]).toBe(6);
    expect((await set(item.id, price, 5)).values).toMatchObject({ [price]: 5, [total.id]: 10 });
    const { items } = await made(client, 'items.bulkUpdate', {
      itemIds: [item.id],
      changes: { [count]: 4, [price]: 2.5 },
    });
    expect(items[0].values[total.id]).toBe(10);
    expect((await set(item.id, price, null)).values[total.id]).toBe(0);
    expect(item).not.toHaveProperty('errors');
  });

  it('200: shows the current names of columns, whatever was typed', async () => {
    const { client, formula, shown } = priced;
    const { data: own } = await formula('Own', ' {price} + {  COUNT } ');
    expect(own.config).toEqual({ expression: ' {Price} + {Count} ' });
    await made(client, 'columns.update', { id: price, name: 'Cost' });
    expect((await shown(own.id)).config).toEqual({ expression: ' {Cost} + {Count} ' });
    const { data: whole } = await client.query('boards.get', { id: board.id });
    expect(whole.columns.find(({ id }: { id: string }) => id === own.id).config.expression).toBe(
      ' {Cost} + {Count} ',
    );
    await made(client, 'columns.update', { id: price, name: 'Price' });
    // Read and written back, nothing changes.
    const again = await made(client, 'columns.update', { id: own.id, config: (await shown(own.id)).config });
    expect(again.config).toEqual({ expression: ' {Price} + {Count} ' });
  });

  it('200: formulas of formulas change together, each with an event', async () => {
    const own = await aPricedBoard();
    const { data: net } = await own.formula('Net', '{Price} * {Count}');
    const { data: gross } = await own.formula('Gross', 'ROUND({Net} * 1.2, 2)');
    const { data: label } = await own.formula('Label', '{Note} & ": " & {Gross}');
    const id = await anItem(own.board, {
      values: { [own.board.column('Price')]: 10, [own.board.column('Note')]: 'Ink' },
    });
    const events = await eventsDuring(own.board.organization, async () => {
      const { values } = await own.set(id, own.board.column('Count'), 3);
      expect(values).toMatchObject({ [net.id]: 30, [gross.id]: 36, [label.id]: 'Ink: 36' });
    });
    expect(events.map(({ type, data }) => [type, data.columnId, data.value, data.previousValue])).toEqual([
      ['value.changed', own.board.column('Count'), 3, null],
      ['value.changed', net.id, 30, 0],
      ['value.changed', gross.id, 36, 0],
      ['value.changed', label.id, 'Ink: 36', 'Ink: 0'],
    ]);
    // Unchanged values have no event.
    const silent = await eventsDuring(own.board.organization, () =>
      own.set(id, own.board.column('Note'), 'Ink'),
    );
    expect(silent).toEqual([]);
  });

  it('200: a failure is reported in errors, and has no value', async () => {
    const own = await aPricedBoard();
    const { data: each } = await own.formula('Each', '{Price} / {Count}');
    const { data: safe } = await own.formula('Safe', 'IFERROR({Each}, -1)');
    const { data: after } = await own.formula('After', '{Each} + 1');
    const id = await anItem(own.board, { values: { [own.board.column('Price')]: 1 } });
    const { data } = await own.client.query('items.get', { id });
    expect(data.errors).toEqual({
      [each.id]: '#error division by zero',
      [after.id]: '#error division by zero',
    });
    expect(data.values).toMatchObject({ [each.id]: null, [safe.id]: -1, [after.id]: null });
    const { data: list } = await own.client.query('items.list', { boardId: own.board.id });
    expect(list.items[0].errors).toEqual(data.errors);
    const healed = await own.set(id, own.board.column('Count'), 2);
    expect(healed).not.toHaveProperty('errors');
    expect(healed.values).toMatchObject({ [each.id]: 0.5, [safe.id]: 0.5, [after.id]: 1.5 });
  });

  it('200: sorts by its results, failed and empty ones last', async () => {
    const own = await aPricedBoard();
    const { data: each } = await own.formula('Each', 'IF({Price} = 0, "", 10 / ({Price} - 1))');
    const ids: string[] = [];
    for (const value of [1, 2, 3, null, 11]) {
      ids.push(await anItem(own.board, { values: { [own.board.column('Price')]: value } }));
    }
    const order = async (sortDir: string) => {
      const { data } = await own.client.query('items.list', {
        boardId: own.board.id,
        sortBy: each.id,
        sortDir,
      });
      return data.items.map(({ id }: { id: string }) => ids.indexOf(id));
    };
    expect(await order('asc')).toEqual([4, 2, 1, 0, 3]);
    expect(await order('desc')).toEqual([1, 2, 4, 0, 3]);
    const { data } = await own.client.query('items.list', {
      boardId: own.board.id,
      filters: [{ columnId: each.id, operator: 'gt', value: 2 }],
    });
    expect(data.items.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([1, 2]);
  });

  it('200: results of every type', async () => {
    const own = await aBoard({
      columns: [
        { name: 'When', type: 'date' },
        { name: 'Span', type: 'timeline' },
        { name: 'Stage', type: 'status' },
        { name: 'Tags', type: 'label', config: { labels: [{ name: 'a' }, { name: 'b' }] } },
        { name: 'Who', type: 'people' },
        { name: 'Ok', type: 'checkbox' },
        { name: 'Rich', type: 'long_text' },
        { name: 'Level', type: 'priority' },
        { name: 'Made', type: 'created_date' },
        { name: 'No', type: 'auto_number' },
      ],
    });
    const { client, userId } = own.organization.owner;
    const expressions: Record<string, string> = {
      later: 'DATEADD({When}, 2, "days")',
      first: 'MIN({Span})',
      stage: 'LEFT({Stage}, 2)',
      tags: '{Tags}',
      joined: 'CONCAT({Tags}, {Rich})',
      people: 'COUNT({Who})',
      ok: 'NOT({Ok})',
      level: 'IF({Level} = "high", 1, 2)',
      made: '{Made}',
      number: '{No} * 10',
      empty: '',
    };
    const ids: Record<string, string> = {};
    for (const [name, expression] of Object.entries(expressions)) {
      const given = { boardId: own.id, name: `f ${name}`, type: 'formula', config: { expression } };
      ids[name] = (await made(client, 'columns.create', given)).id;
    }
    const item = await made(client, 'items.create', {
      boardId: own.id,
      groupId: own.groupIds[0],
      name: 'All',
      values: {
        [own.column('When')]: '2026-02-27',
        [own.column('Span')]: { start: '2026-01-01', end: '2026-02-01' },
        [own.column('Stage')]: 'Done',
        [own.column('Tags')]: ['b', 'a'],
        [own.column('Who')]: [userId],
        [own.column('Ok')]: false,
        [own.column('Rich')]: '<p>x <b>y</b></p>',
        [own.column('Level')]: 'High',
      },
    });
    const results = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, item.values[id]]));
    expect(results).toEqual({
      later: '2026-03-01T00:00:00.000Z',
      first: '2026-01-01T00:00:00.000Z',
      stage: 'Do',
      tags: ['b', 'a'],
      joined: expect.stringContaining('x y'),
      people: 1,
      ok: true,
      level: 1,
      made: item.createdAt,
      number: 10,
      empty: undefined,
    });
    expect(item).not.toHaveProperty('errors');
  });

  it('200: a new column has its first values within seconds on existing items', async () => {
    const own = await aPricedBoard();
    const id = await anItem(own.board, { values: { [own.board.column('Price')]: 7 } });
    const { data: twice } = await own.formula('Twice', '{Price} * 2');
    await vi.waitFor(async () => expect(await valueOf(own.board, id, twice.id)).toBe(14));
    await vi.waitFor(async () => expect(await own.shown(twice.id)).not.toHaveProperty('computing'));
    // Another expression, and then what is computed from it.
    const { data: more } = await own.formula('More', '{Twice} + 1');
    await made(own.client, 'columns.update', { id: twice.id, config: { expression: '{Price} * 3' } });
    await vi.waitFor(async () => {
      expect(await valueOf(own.board, id, twice.id)).toBe(21);
      expect(await valueOf(own.board, id, more.id)).toBe(22);
    });
    const { data: copy } = await own.client.mutate('columns.duplicate', { id: more.id });
    expect(copy.config).toEqual({ expression: '{Twice} + 1' });
    await vi.waitFor(async () => expect(await valueOf(own.board, id, copy.id)).toBe(22));
  });

  it('200: when results change their type, they and their dependents sort by it', async () => {
    const own = await aPricedBoard();
    const { data: base } = await own.formula('Base', '{Price}');
    const { data: next } = await own.formula('Next', '{Base}');
    const ids = [9, 10].map((value) => anItem(own.board, { values: { [own.board.column('Price')]: value } }));
    const [nine, ten] = [await ids[0], await ids[1]];
    await made(own.client, 'columns.update', { id: base.id, config: { expression: '"n" & (20 - {Price})' } });
    await vi.waitFor(async () => expect(await valueOf(own.board, nine!, next.id)).toBe('n11'));
    await vi.waitFor(async () => expect(await valueOf(own.board, ten!, next.id)).toBe('n10'));
    const { data } = await own.client.query('items.list', { boardId: own.board.id, sortBy: next.id });
    expect(data.items.map(({ id }: { id: string }) => id)).toEqual([ten, nine]);
  });

  it('200: renamed labels appear in dependent results', async () => {
    const own = await aBoard({ columns: [{ name: 'Stage', type: 'status' }] });
    const { client } = own.organization.owner;
    const stage = own.column('Stage');
    const upper = await made(client, 'columns.create', {
      boardId: own.id,
      name: 'Upper',
      type: 'formula',
      config: { expression: 'UPPER({Stage})' },
    });
    const id = await anItem(own, { values: { [stage]: 'Done' } });
    expect(await valueOf(own, id, upper.id)).toBe('DONE');
    const { labels } = own.record.columns[0].config;
    const config = { labels: labels.map((label: object, at: number) => ({ ...label, name: `L${at}` })) };
    await made(client, 'columns.update', { id: stage, config });
    await vi.waitFor(async () => expect(await valueOf(own, id, upper.id)).toBe('L2'));
  });

  it('200: a deleted column is reported by name, until the expression changes', async () => {
    const own = await aPricedBoard();
    const { data: total } = await own.formula('Total', '{Price} * {Count}');
    const { data: after } = await own.formula('After', '{Total}');
    const id = await anItem(own.board, { values: { [own.board.column('Price')]: 7 } });
    expect(await valueOf(own.board, id, after.id)).toBe(0);
    await made(own.client, 'columns.delete', { id: own.board.column('Count') });
    const reason = '#error the column "Count" is gone';
    await vi.waitFor(async () => {
      const { data } = await own.client.query('items.get', { id });
      expect(data.errors).toEqual({ [total.id]: reason, [after.id]: reason });
    });
    expect((await own.shown(total.id)).config).toEqual({ expression: '{Price} * {Count}' });
    // Items created now fail in the same way, and writing the expression back changes nothing.
    const later = await anItem(own.board);
    expect((await own.client.query('items.get', { id: later })).data.errors[total.id]).toBe(reason);
    const { config } = await own.shown(total.id);
    expect((await own.client.mutate('columns.update', { id: total.id, config })).status).toBe(200);
    expect(
      refusedPaths(
        await own.client.mutate('columns.update', { id: total.id, config: { expression: '{Count} + 1' } }),
      ),
    ).toEqual(['config.expression']);
    await made(own.client, 'columns.update', { id: total.id, config: { expression: '{Price}' } });
    await vi.waitFor(async () => {
      const { data } = await own.client.query('items.get', { id });
      expect(data.values).toMatchObject({ [total.id]: 7, [after.id]: 7 });
      expect(data).not.toHaveProperty('errors');
    });
  });

  it('200: an item has correct results after a move to another board, and so does a copy of the board', async () => {
    const own = await aPricedBoard();
    await own.formula('Total', '{Price} * 2');
    const id = await anItem(own.board, { values: { [own.board.column('Price')]: 4 } });
    const copy = await made(own.client, 'boards.duplicate', { id: own.board.id, includeItems: true });
    const total = copy.columns.find(({ name }: { name: string }) => name === 'Total');
    expect(total.config).toEqual({ expression: '{Price} * 2' });
    const { data: copied } = await own.client.query('items.list', { boardId: copy.id });
    expect(copied.items[0].values[total.id]).toBe(8);
    // The copy's formula reads the copy's columns.
    const price2 = copy.columns.find(({ name }: { name: string }) => name === 'Price').id;
    expect((await own.set(copied.items[0].id, price2, 5)).values[total.id]).toBe(10);
    await made(own.client, 'columns.update', { id: total.id, config: { expression: '{Price} * 100' } });
    const moved = await made(own.client, 'items.move', { id, boardId: copy.id, groupId: copy.groups[0].id });
    expect(moved.values[total.id]).toBe(400);
  });

  it('200: uses the number of a new item, without gaps under 50 parallel creations', async () => {
    const own = await aBoard({ columns: [{ name: 'No', type: 'auto_number', config: { start: 100 } }] });
    const { client } = own.organization.owner;
    const code = await made(client, 'columns.create', {
      boardId: own.id,
      name: 'Code',
      type: 'formula',
      config: { expression: '"T-" & {No}' },
    });
    await Promise.all(Array.from({ length: 50 }, () => anItem(own)));
    const { data } = await client.query('items.list', { boardId: own.id, sortBy: code.id });
    const expected = Array.from({ length: 50 }, (_, at) => `T-${100 + at}`);
    expect(data.items.map(({ values }: { values: Record<string, unknown> }) => values[code.id])).toEqual(
      expected,
    );
    const { items } = await made(client, 'items.bulkCreate', {
      boardId: own.id,
      groupId: own.groupIds[0],
      items: [{ name: 'A' }, { name: 'B' }],
    });
    expect(items.map(({ values }: { values: Record<string, unknown> }) => values[code.id])).toEqual([
      'T-150',
      'T-151',
    ]);
  });

  it('200: reads the time of the last change', async () => {
    const own = await aBoard({
      columns: [
        { name: 'Changed', type: 'last_updated' },
        { name: 'Note', type: 'text' },
      ],
    });
    const { client } = own.organization.owner;
    const seen = await made(client, 'columns.create', {
      boardId: own.id,
      name: 'Seen',
      type: 'formula',
      config: { expression: '{Changed}' },
    });
    const id = await anItem(own);
    const other = await anItem(own, { position: 0 });
    for (const act of [
      () => made(client, 'items.setValue', { itemId: id, columnId: own.column('Note'), value: 'x' }),
      () => made(client, 'items.update', { id, name: 'Other' }),
      () => made(client, 'items.move', { id, groupId: own.groupIds[0], position: 0 }),
      () => made(client, 'items.reorder', { groupId: own.groupIds[0], itemIds: [id, other] }),
      () => made(client, 'items.archive', { id }),
    ]) {
      await act();
      const { data } = await client.query('items.get', { id });
      expect(data.values[seen.id]).toBe(data.updatedAt);
    }
    expect(await valueOf(own, other, seen.id)).not.toBeNull();
  });

  it('400: an invalid expression, with the position', async () => {
    const { formula } = priced;
    for (const [expression, position] of [
      ['{Price', 0],
      ['{Price} + {Nowhere}', 10],
      ['1 +', 3],
      ['NOSUCH({Price})', 0],
      ['{__proto__}', 0],
      ['CONSTRUCTOR()', 0],
      [`${'('.repeat(2_000)}1${')'.repeat(2_000)}`, 64],
    ] as const) {
      const answer = await formula('Bad', expression);
      expect(refusedPaths(answer)).toEqual(['config.expression']);
      expect(answer.error!.message).toContain(`(at position ${position})`);
    }
    expect((await formula('Bad', '1 + {Nowhere}')).error!.message).toContain('"Nowhere"');
    expect(refusedPaths(await formula('Bad', 'x'.repeat(4_097)))).toEqual(['config.expression']);
  });

  it('400: a circular reference, directly or through others', async () => {
    const own = await aPricedBoard();
    const { data: a } = await own.formula('A', '{Price}');
    const { data: b } = await own.formula('B', '{A}');
    await own.formula('C', '{B}');
    const update = (id: string, expression: string) =>
      own.client.mutate('columns.update', { id, config: { expression } });
    expect(refusedPaths(await update(a.id, '{A}'))).toEqual(['config.expression']);
    expect(refusedPaths(await update(a.id, '{B}'))).toEqual(['config.expression']);
    expect(refusedPaths(await update(a.id, '{C} + 1'))).toEqual(['config.expression']);
    expect((await update(b.id, '{Price}')).status).toBe(200);
    expect((await update(a.id, '{B}')).status).toBe(200);
  });

  it('200 and 400: formulas of a new board refer to each other in any order, but not circularly', async () => {
    const { organization, project } = board;
    const create = (columns: object[]) =>
      organization.owner.client.mutate('boards.create', { projectId: project.id, name: 'Made', columns });
    const formula = (name: string, expression: string) => ({ name, type: 'formula', config: { expression } });
    const { data } = await create([
      formula('Sum', '{Twice} + 1'),
      formula('Twice', '{Base} * 2'),
      { name: 'Base', type: 'number' },
    ]);
    const id = (name: string) => data.columns.find((column: { name: string }) => column.name === name).id;
    const item = await made(organization.owner.client, 'items.create', {
      boardId: data.id,
      groupId: data.groups[0].id,
      name: 'A',
      values: { [id('Base')]: 5 },
    });
    expect(item.values).toMatchObject({ [id('Twice')]: 10, [id('Sum')]: 11 });
    expect(refusedPaths(await create([formula('A', '{B}'), formula('B', '{A}')]))).toEqual([
      'columns.1.config.expression',
    ]);
    expect(refusedPaths(await create([formula('A', '{Nowhere}')]))).toEqual(['columns.0.config.expression']);
  });

  it('400: derived facts of a formula cannot be given', async () => {
    const { client } = priced;
    for (const key of ['result', 'readsClock', 'gone']) {
      const config = { expression: '1', [key]: 'number' };
      const given = { boardId: board.id, name: 'X', type: 'formula', config };
      expect(refusedPaths(await client.mutate('columns.create', given))).toEqual([`config.${key}`]);
    }
  });
});
