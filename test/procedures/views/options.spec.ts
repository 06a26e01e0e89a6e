import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const UNKNOWN = newId('column');

describe('options of views', () => {
  let board: TestBoard;
  let other: TestBoard;
  const client = () => board.organization.owner.client;
  const create = (options: object) =>
    made(client(), 'views.create', { boardId: board.id, name: 'View', options });
  const listed = async (id: string) => {
    const { data } = await client().query('views.list', { boardId: board.id });
    return data.views.find((view: { id: string }) => view.id === id);
  };
  /** With names of columns in place of their ids. */
  const withIds = (options: object): object =>
    JSON.parse(JSON.stringify(options).replaceAll(/#(\w+)/g, (_, name: string) => board.column(name)));

  beforeAll(async () => {
    board = await aBoard({
      columns: [
        { name: 'Status', type: 'status' },
        { name: 'Number', type: 'number' },
        { name: 'People', type: 'people' },
        { name: 'Day', type: 'date' },
        { name: 'Until', type: 'date' },
        { name: 'Period', type: 'date_range' },
        { name: 'Created', type: 'created_date' },
        { name: 'Text', type: 'text' },
        { name: 'Files', type: 'file' },
      ],
    });
    other = await aBoard({ project: board.project, columns: [{ name: 'Status', type: 'status' }] });
  });

  it('200: a view stores the options of every layout', async () => {
    const options = withIds({
      table: {
        columnOrder: ['#Number', '#Status'],
        nameWidth: 300,
        columnWidths: { '#Number': 80, '#Status': 120 },
        frozenColumns: 1,
        rowHeight: 'tall',
        collapsed: [board.groupIds[0], 'High', 3, true, null],
      },
      board: { groupBy: '#Status', swimlaneBy: '#People', cardFields: ['#Number'], collapsed: [null] },
      calendar: { dateColumn: '#Period', colorColumn: '#Status', scale: 'week' },
      timeline: { startColumn: '#Day', endColumn: '#Until', colorColumn: '#Status', scale: 'quarter' },
      visual: {
        chart: 'bar',
        groupBy: '#People',
        aggregates: [
          { columnId: '#Number', fn: 'sum' },
          { columnId: '#Created', fn: 'max' },
          { columnId: '#Files', fn: 'filled' },
        ],
      },
    });
    const view = await create(options);
    expect(view.options).toEqual(options);
    expect(await listed(view.id)).toEqual(view);
  });

  it('200: an update replaces the options of the layouts that it names; null removes them', async () => {
    const { id } = await create({
      table: { rowHeight: 'tall', frozenColumns: 2 },
      calendar: { scale: 'day' },
    });
    const update = async (input: object) => (await made(client(), 'views.update', { id, ...input })).options;
    expect(await update({ options: { table: { rowHeight: 'short' } } })).toEqual({
      table: { rowHeight: 'short' },
      calendar: { scale: 'day' },
    });
    expect(await update({ name: 'Other' })).toHaveProperty('calendar');
    expect(await update({ options: { calendar: null, board: {} } })).toEqual({
      table: { rowHeight: 'short' },
      board: {},
    });
    expect((await listed(id)).options).toEqual({ table: { rowHeight: 'short' }, board: {} });
  });

  it('200: parallel updates of different layouts are all kept', async () => {
    const { id } = await create({});
    const options = withIds({
      table: { nameWidth: 400 },
      board: { groupBy: 'groupId' },
      calendar: { dateColumn: '#Day' },
      timeline: { startColumn: '#Period' },
      visual: { chart: 'pie' },
    });
    await Promise.all(
      Object.entries(options).map(([layout, given]) =>
        made(client(), 'views.update', { id, options: { [layout]: given } }),
      ),
    );
    expect((await listed(id)).options).toEqual(options);
  });

  it('200: references to deleted columns and groups are omitted, and the rest is kept', async () => {
    const column = (name: string, type: string) =>
      made(client(), 'columns.create', { boardId: board.id, name, type });
    const [status, date, number] = [
      await column('Old status', 'status'),
      await column('Old date', 'date'),
      await column('Old number', 'number'),
    ];
    const group = await made(client(), 'boards.groups.create', { boardId: board.id, name: 'Old' });
    const view = await create(
      withIds({
        table: {
          columnOrder: [number.id, '#Number'],
          columnWidths: { [number.id]: 100, '#Number': 100 },
          collapsed: [group.id, 'High'],
        },
        board: { groupBy: status.id, swimlaneBy: '#People', cardFields: [number.id] },
        calendar: { dateColumn: date.id, colorColumn: status.id, scale: 'month' },
        timeline: { startColumn: '#Day', endColumn: date.id },
        visual: { groupBy: status.id, aggregates: [{ columnId: number.id, fn: 'sum' }] },
      }),
    );
    for (const { id } of [status, date, number]) await made(client(), 'columns.delete', { id });
    await made(client(), 'boards.groups.delete', { id: group.id });
    const left = withIds({
      table: { columnOrder: ['#Number'], columnWidths: { '#Number': 100 }, collapsed: ['High'] },
      board: { swimlaneBy: '#People', cardFields: [] },
      calendar: { scale: 'month' },
      timeline: { startColumn: '#Day' },
      visual: { aggregates: [] },
    });
    expect((await listed(view.id)).options).toEqual(left);
    expect((await made(client(), 'views.update', { id: view.id, name: 'Still valid' })).options).toEqual(
      left,
    );
  });

  it.each<[string, () => object, string[]]>([
    ['an unknown layout', () => ({ cube: {} }), ['options.cube']],
    ['an unknown option', () => ({ table: { zoom: 1 } }), ['options.table.zoom']],
    ['options that are no object', () => ({ table: [] }), ['options.table']],
    ['a width below the minimum', () => ({ table: { nameWidth: 1 } }), ['options.table.nameWidth']],
    [
      'a width of what is no column',
      () => ({ table: { columnWidths: { name: 100 } } }),
      ['options.table.columnWidths.name'],
    ],
    ['too many frozen columns', () => ({ table: { frozenColumns: 21 } }), ['options.table.frozenColumns']],
    [
      'a repeated column',
      () => ({ table: { columnOrder: ['#Number', '#Number'] } }),
      ['options.table.columnOrder'],
    ],
    [
      'a column of another board',
      () => ({ table: { columnOrder: ['#Number', other.column('Status')] } }),
      ['options.table.columnOrder.1'],
    ],
    [
      'the width of an unknown column',
      () => ({ table: { columnWidths: { [UNKNOWN]: 100 } } }),
      [`options.table.columnWidths.${UNKNOWN}`],
    ],
    [
      'a group of another board',
      () => ({ table: { collapsed: [other.groupIds[0]] } }),
      ['options.table.collapsed.0'],
    ],
    ['a user as a group', () => ({ board: { collapsed: [newId('user')] } }), ['options.board.collapsed.0']],
    [
      'too many groups',
      () => ({ board: { collapsed: [...Array(101).keys()] } }),
      ['options.board.collapsed'],
    ],
    ['grouping by numbers', () => ({ board: { groupBy: '#Number' } }), ['options.board.groupBy']],
    ['lanes of texts', () => ({ board: { swimlaneBy: '#Text' } }), ['options.board.swimlaneBy']],
    ['grouping by a name', () => ({ board: { groupBy: 'name' } }), ['options.board.groupBy']],
    ['dates of a text', () => ({ calendar: { dateColumn: '#Text' } }), ['options.calendar.dateColumn']],
    ['colors of numbers', () => ({ calendar: { colorColumn: '#Number' } }), ['options.calendar.colorColumn']],
    ['a period as an end', () => ({ timeline: { endColumn: '#Period' } }), ['options.timeline.endColumn']],
    [
      'an end beside periods',
      () => ({ timeline: { startColumn: '#Period', endColumn: '#Day' } }),
      ['options.timeline.endColumn'],
    ],
    [
      'the sum of texts',
      () => ({ visual: { aggregates: [{ columnId: '#Text', fn: 'sum' }] } }),
      ['options.visual.aggregates.0.fn'],
    ],
    [
      'an aggregate of an unknown column',
      () => ({ visual: { aggregates: [{ columnId: UNKNOWN, fn: 'filled' }] } }),
      ['options.visual.aggregates.0.columnId'],
    ],
  ])('400: %s', async (_, options, paths) => {
    const input = withIds(options());
    const created = await client().mutate('views.create', { boardId: board.id, name: 'x', options: input });
    expect(refusedPaths(created)).toEqual(paths);
    const { id } = await create({});
    const updated = await client().mutate('views.update', { id, options: input });
    expect(refusedPaths(updated)).toEqual(paths);
    expect((await listed(id)).options).toEqual({});
  });
});
