import { beforeAll, describe, expect, it } from 'vitest';
import type { WireAnswer } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Number', type: 'number' },
  { name: ' Due date ', type: 'date' },
  { name: 'Stage', type: 'status' },
  { name: 'Twice', type: 'text' },
  { name: 'twice', type: 'text' },
  { name: 'Must', type: 'text' },
];

let board: TestBoard;
beforeAll(async () => {
  board = await aBoard({ columns: COLUMNS });
});
const client = () => board.organization.owner.client;
const place = () => ({ boardId: board.id, groupId: board.groupIds[0] });

/** Each call that takes values by name. The prefix is where the input contains them. */
const CALLS: Record<string, { at: string; call: (given: object) => Promise<WireAnswer> }> = {
  'items.create': {
    at: '',
    call: (given) => client().mutate('items.create', { ...place(), name: 'Item', ...given }),
  },
  'items.bulkCreate': {
    at: 'items.1.',
    call: (given) =>
      client().mutate('items.bulkCreate', {
        ...place(),
        items: [{ name: 'First' }, { name: 'Item', ...given }],
      }),
  },
  'items.update': {
    at: '',
    call: async (given) => client().mutate('items.update', { id: await anItem(board), ...given }),
  },
};
const itemOf = ({ data }: WireAnswer) => data.items?.at(-1) ?? data;

describe.each(Object.entries(CALLS))('valuesByName of %s', (_name, { at, call }) => {
  it('200: sets columns by their names, ignoring case and spaces around them, beside values by id', async () => {
    const answer = await call({
      values: { [board.column('Must')]: 'by id' },
      valuesByName: { number: '5', 'DUE DATE': '2026-03-02', ' Stage ': 'Done' },
    });
    expect(answer.status).toBe(200);
    expect(itemOf(answer).values).toMatchObject({
      [board.column('Number')]: 5,
      [board.column(' Due date ')]: '2026-03-02T00:00:00.000Z',
      [board.column('Stage')]: { label: 'Done' },
      [board.column('Must')]: 'by id',
    });
  });

  it('400: an unknown name, with the names of the board', async () => {
    const answer = await call({ valuesByName: { Nmber: 5, Stage: 'Done' } });
    expect(refusedPaths(answer)).toEqual([`${at}valuesByName.Nmber`]);
    expect(answer.error!.message).toContain('"Number", " Due date ", "Stage"');
  });

  it('400: an ambiguous name, with the ids of the columns', async () => {
    const answer = await call({ valuesByName: { TWICE: 'x' } });
    expect(refusedPaths(answer)).toEqual([`${at}valuesByName.TWICE`]);
    expect(answer.error!.message).toContain(`${board.column('Twice')}, ${board.column('twice')}`);
  });

  it('400: a column that is given twice', async () => {
    const values = { [board.column('Number')]: 1 };
    expect(refusedPaths(await call({ values, valuesByName: { Number: 1 } }))).toEqual([
      `${at}valuesByName.Number`,
    ]);
    expect(refusedPaths(await call({ valuesByName: { Number: 1, ' number': 1 } }))).toEqual([
      `${at}valuesByName. number`,
    ]);
  });

  it('400: every rejected value, at its place in the input', async () => {
    const answer = await call({
      values: { [board.column('Stage')]: 'No such label' },
      valuesByName: { number: 'many', 'due date': 'soon' },
    });
    expect(refusedPaths(answer).toSorted()).toEqual(
      [
        `${at}values.${board.column('Stage')}`,
        `${at}valuesByName.number`,
        `${at}valuesByName.due date`,
      ].toSorted(),
    );
  });

  it('200: creates labels of columns that are given by name', async () => {
    const label = `Made by ${_name}`;
    const { status } = await (_name === 'items.bulkCreate'
      ? client().mutate('items.bulkCreate', {
          ...place(),
          items: [{ name: 'Item', valuesByName: { stage: label } }],
          createLabels: true,
        })
      : call({ valuesByName: { stage: label }, createLabels: true }));
    expect(status).toBe(200);
  });
});

describe('columnName of items.setValues', () => {
  const setValues = (cells: object[], more: object = {}) =>
    client().mutate('items.setValues', { boardId: board.id, cells, ...more });

  it('200: cells by name and by id, with expected values and new labels', async () => {
    const itemId = await anItem(board);
    const { status } = await setValues(
      [
        { itemId, columnName: ' NUMBER', value: 7, expectedValue: null },
        { itemId, columnName: 'stage', value: 'From a cell' },
        { itemId, columnId: board.column('Must'), value: 'by id' },
      ],
      { createLabels: true },
    );
    expect(status).toBe(200);
    expect(await valueOf(board, itemId, board.column('Number'))).toBe(7);
    expect(await valueOf(board, itemId, board.column('Stage'))).toMatchObject({ label: 'From a cell' });
    const changed = await setValues([{ itemId, columnName: 'Number', value: 8, expectedValue: 6 }]);
    expect([changed.status, changed.error!.data.issues![0]]).toMatchObject([
      409,
      { path: 'cells.0.expectedValue', current: 7 },
    ]);
  });

  it('400: unknown and ambiguous names, both or none of the two, and a cell that is given twice', async () => {
    const itemId = await anItem(board);
    const columnId = board.column('Number');
    const cells = [
      { itemId, columnName: 'Nmber', value: 1 },
      { itemId, columnName: 'twice', value: 1 },
      { itemId, columnName: 'Number', value: 1 },
    ];
    expect(refusedPaths(await setValues(cells))).toEqual(['cells.0.columnName', 'cells.1.columnName']);
    expect(refusedPaths(await setValues([{ itemId, columnId, columnName: 'Number', value: 1 }]))).toEqual([
      'cells.0.columnId',
    ]);
    expect(refusedPaths(await setValues([{ itemId, value: 1 }]))).toEqual(['cells.0.columnId']);
    expect(
      refusedPaths(
        await setValues([
          { itemId, columnId, value: 1 },
          { itemId, columnName: 'number', value: 1 },
        ]),
      ),
    ).toEqual(['cells.1']);
    expect(await valueOf(board, itemId, columnId)).toBeNull();
  });
});

describe('columnName of filters', () => {
  it('200: items.list, items.order and items.summary find the column by its name, at any depth', async () => {
    const own = await aBoard({ columns: COLUMNS });
    const owner = own.organization.owner.client;
    const ids = [];
    for (const number of [1, 2, 3])
      ids.push(await anItem(own, { values: { [own.column('Number')]: number } }));
    const filters = [
      {
        or: [
          { columnName: ' number ', operator: 'gte', value: 3 },
          { columnName: 'NUMBER', operator: 'is', value: 1 },
        ],
      },
      { columnId: 'name', operator: 'is', value: 'Item' },
    ];
    const input = { boardId: own.id, filters };
    const { data: list } = await owner.query('items.list', input);
    expect(list.items.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]]);
    expect((await owner.query('items.order', input)).data.ids).toEqual([ids[0], ids[2]]);
    expect((await owner.query('items.summary', input)).data.total).toBe(2);
  });

  it('200: a cursor continues a list whose column was renamed, with its id or its new name', async () => {
    const own = await aBoard({ columns: COLUMNS });
    const owner = own.organization.owner.client;
    const ids = [];
    for (const name of ['a', 'b', 'c'])
      ids.push(await anItem(own, { name, values: { [own.column('Number')]: 1 } }));
    const page = (column: object, cursor?: string) =>
      owner.query('items.list', {
        boardId: own.id,
        limit: 1,
        filters: [{ ...column, operator: 'is', value: 1 }],
        cursor,
      });
    const first = await page({ columnName: 'Number' });
    await owner.mutate('columns.update', { id: own.column('Number'), name: 'Amount' });
    const second = await page({ columnName: 'amount' }, first.data.nextCursor);
    const third = await page({ columnId: own.column('Number') }, second.data.nextCursor);
    expect([first, second, third].map(({ data }) => data.items[0].id)).toEqual(ids);
  });

  it('400: unknown and ambiguous names, and both or none of the two', async () => {
    const rejected = async (condition: object) =>
      refusedPaths(
        await client().query('items.list', {
          boardId: board.id,
          filters: [{ and: [{ operator: 'is', value: 1, ...condition }] }],
        }),
      );
    expect(await rejected({ columnName: 'Nmber' })).toEqual(['filters.0.and.0.columnName']);
    expect(await rejected({ columnName: 'twice' })).toEqual(['filters.0.and.0.columnName']);
    expect(await rejected({ columnName: 5 })).toEqual(['filters.0.and.0.columnName']);
    expect(await rejected({})).toEqual(['filters.0.and.0.columnId']);
    expect(await rejected({ columnName: 'Number', columnId: board.column('Number') })).toEqual([
      'filters.0.and.0.columnName',
    ]);
  });

  it('400: in the stored conditions of views and automations', async () => {
    const conditions = [{ columnName: 'Number', operator: 'is', value: 1 }];
    const view = await client().mutate('views.create', { boardId: board.id, name: 'V', filters: conditions });
    expect(refusedPaths(view)).toEqual(['filters.0.columnName']);
    const automation = await client().mutate('automations.create', {
      boardId: board.id,
      name: 'A',
      trigger: { type: 'item.moved', config: {} },
      conditions,
      actions: [{ type: 'archive_item', config: {} }],
    });
    expect(refusedPaths(automation)).toEqual(['conditions.0.columnName']);
  });
});
