import { beforeAll, describe, expect, it } from 'vitest';
import { type ItemId, newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { eventsDuring } from '../../support/refusals';

interface Cell {
  itemId: string;
  columnId: string;
  value?: unknown;
  expectedValue?: unknown;
}

let board: TestBoard;
beforeAll(async () => {
  board = await aBoard({
    columns: [
      { name: 'Number', type: 'number' },
      { name: 'Text', type: 'text' },
      { name: 'Status', type: 'status' },
      { name: 'People', type: 'people' },
      { name: 'After', type: 'dependency' },
      { name: 'Double', type: 'number' },
    ],
  });
});

const client = () => board.organization.owner.client;
const setValues = (cells: unknown, caller = client()) =>
  caller.mutate('items.setValues', { boardId: board.id, cells });
const cell = (itemId: string, name: string, value: unknown, expectedValue?: unknown): Cell => ({
  itemId,
  columnId: board.column(name),
  value,
  ...(expectedValue === undefined ? {} : { expectedValue }),
});
const shown = (id: ItemId, name: string) => valueOf(board, id, board.column(name));
const issuesOf = (answer: { error: { data: object } | undefined }) =>
  (answer.error!.data as { issues: { path: string; message: string; current?: unknown }[] }).issues;

describe('items.setValues', () => {
  it('sets cells of several items and columns, with an event per changed cell, and returns each item once', async () => {
    const [first, second] = [await anItem(board), await anItem(board)];
    const { userId } = board.organization.owner;
    const events = await eventsDuring(board.organization, async () => {
      const { status, data } = await setValues([
        cell(second, 'Number', 2),
        cell(first, 'Text', 'one'),
        cell(second, 'Status', 'Done'),
        cell(second, 'People', [userId]),
        cell(first, 'Number', null),
      ]);
      expect(status).toBe(200);
      expect(data.items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
      expect(data.items[0].values).toMatchObject({
        [board.column('Number')]: 2,
        [board.column('Status')]: { label: 'Done' },
        [board.column('People')]: [userId],
      });
      expect(data.items[1].values).toEqual({ [board.column('Text')]: 'one' });
    });
    expect(events).toHaveLength(4);
  });

  it('sets a thousand cells, and rejects more', async () => {
    const ids = await Promise.all(Array.from({ length: 250 }, () => anItem(board)));
    const cells = ids.flatMap((id, at) => [
      cell(id, 'Number', at),
      cell(id, 'Text', `text ${at}`),
      cell(id, 'Double', at * 2),
      cell(id, 'Status', 'Done'),
    ]);
    expect((await setValues(cells)).status).toBe(200);
    expect(await shown(ids[249]!, 'Double')).toBe(498);
    const more = await setValues([...cells, cell(await anItem(board), 'Number', 1)]);
    expect([more.status, issuesOf(more)]).toEqual([
      400,
      [{ path: 'cells', message: 'Must have at most 1000 cells' }],
    ]);
  });

  it('names every rejected cell and changes nothing', async () => {
    const [first, second] = [await anItem(board), await anItem(board)];
    const answer = await setValues([
      cell(first, 'Text', 'kept out'),
      cell(second, 'Number', 'many'),
      cell(first, 'Status', 'No such label'),
    ]);
    expect([
      answer.status,
      issuesOf(answer)
        .map(({ path }) => path)
        .toSorted(),
    ]).toEqual([400, ['cells.1.value', 'cells.2.value']]);
    expect(await shown(first, 'Text')).toBeNull();
  });

  it('rejects cells that are given twice, other boards, unknown columns, hidden items and omitted values', async () => {
    const item = await anItem(board);
    const { organization, workspace } = board;
    const other = await aBoard({ organization, workspace, columns: [{ name: 'Text', type: 'text' }] });
    const foreign = await aBoard();
    const rejected = async (cells: unknown[]) => {
      const answer = await setValues(cells);
      return [answer.status, answer.error!.data.issues?.map(({ path }) => path)];
    };
    const number = cell(item, 'Number', 1);
    expect(await rejected([number, number])).toEqual([400, ['cells.1']]);
    expect(await rejected([number, { ...number, itemId: await anItem(other) }])).toEqual([
      400,
      ['cells.1.itemId'],
    ]);
    expect(await rejected([{ ...number, columnId: other.column('Text') }])).toEqual([
      400,
      ['cells.0.columnId'],
    ]);
    expect(await rejected([{ itemId: item, columnId: board.column('Number') }])).toEqual([
      400,
      ['cells.0.value'],
    ]);
    for (const itemId of [await anItem(foreign), newId('item')])
      expect(await rejected([number, { ...number, itemId }])).toEqual([404, undefined]);
    expect(await rejected([cell(item, 'People', [foreign.organization.owner.userId])])).toEqual([
      404,
      ['cells.0.value'],
    ]);
    expect(await shown(item, 'Number')).toBeNull();
  });

  it('rejects a cycle of dependencies that two cells form together', async () => {
    const [first, second] = [await anItem(board), await anItem(board)];
    const answer = await setValues([cell(first, 'After', [second]), cell(second, 'After', [first])]);
    expect(answer.status).toBe(400);
    expect(await shown(first, 'After')).toBeNull();
  });

  it('one of two calls that expect the same values wins', async () => {
    const items = [await anItem(board), await anItem(board)];
    const attempt = (value: number) => setValues(items.map((id) => cell(id, 'Number', value, null)));
    const answers = await Promise.all([1, 2, 3, 4].map(attempt));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    expect(await Promise.all(items.map((id) => shown(id, 'Number')))).toEqual([winner, winner]);
  });
});

describe('expectedValue', () => {
  it('CONFLICT has the current value of each changed cell, and nothing is written', async () => {
    const item = await anItem(board, { values: { [board.column('Number')]: 5 } });
    const answer = await setValues([
      cell(item, 'Text', 'new', null),
      cell(item, 'Number', 6, 4),
      cell(item, 'Status', 'Done', 'Working on it'),
    ]);
    expect([answer.status, issuesOf(answer)]).toEqual([
      409,
      [
        { path: 'cells.1.expectedValue', message: 'Number: Has another value than expected', current: 5 },
        { path: 'cells.2.expectedValue', message: 'Status: Has another value than expected', current: null },
      ],
    ]);
    expect(await shown(item, 'Text')).toBeNull();
  });

  it('has the form in which a value is read, or one in which it is written', async () => {
    const { userId } = board.organization.owner;
    const item = await anItem(board);
    await setValues([cell(item, 'Status', 'Done'), cell(item, 'People', [userId]), cell(item, 'Number', 1)]);
    const read = await shown(item, 'Status');
    for (const expected of [read, 'Done', { label: 'Done' }])
      expect((await setValues([cell(item, 'Status', 'Done', expected)])).status).toBe(200);
    expect((await setValues([cell(item, 'People', null, [userId])])).status).toBe(200);
    expect((await setValues([cell(item, 'Number', 2, '1')])).status).toBe(200);
  });

  it('items.setValue: CONFLICT with the current value, and success with it', async () => {
    const item = await anItem(board, { values: { [board.column('Number')]: 5 } });
    const set = (expectedValue: unknown) =>
      client().mutate('items.setValue', {
        itemId: item,
        columnId: board.column('Number'),
        value: 6,
        expectedValue,
      });
    const conflict = await set(4);
    expect([conflict.status, issuesOf(conflict)]).toEqual([
      409,
      [{ path: 'expectedValue', message: 'Number: Has another value than expected', current: 5 }],
    ]);
    expect((await set(5)).data.values[board.column('Number')]).toBe(6);
  });
});
