import { describe, expect, it, vi } from 'vitest';
import { deliverEvents } from '../../support/events';
import { aBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';

/** Boards of an organization to whose west the day of a midnight in UTC is still the one before. */
async function boardsInNewYork() {
  const target = await aBoard({
    columns: [
      { name: 'Due', type: 'date' },
      { name: 'Stay', type: 'timeline' },
    ],
  });
  const { organization, workspace } = target;
  const { client } = organization.owner;
  await made(client, 'organizations.update', { timezone: 'America/New_York' });
  const board = await aBoard({ organization, workspace, columns: [{ name: 'Links', type: 'link' }] });
  const add = async (boardId: string, name: string, type: string, config: object): Promise<string> =>
    (await made(client, 'columns.create', { boardId, name, type, config })).id;
  const looking = (name: string, column: string, aggregate: string) =>
    add(board.id, name, 'lookup', {
      linkColumnId: board.column('Links'),
      targetColumnId: target.column(column),
      aggregate,
    });
  const values = {
    [target.column('Due')]: '2026-07-31',
    [target.column('Stay')]: { start: '2026-01-01', end: '2026-01-31' },
  };
  return { target, board, client, add, looking, values };
}

describe('a date without a time', () => {
  it('200: is that day for formulas, in date ranges and in lookups too', async () => {
    const { target, board, add, looking, values } = await boardsInNewYork();
    const stay = await add(target.id, 'Shown', 'formula', {
      expression: 'TEXT(MIN({Stay}), "YYYY-MM-DD") & " " & TEXT(MAX({Stay}), "YYYY-MM-DD HH:MM")',
    });
    await looking('Last', 'Due', 'max');
    await looking('All', 'Due', 'list');
    await looking('Stays', 'Stay', 'list');
    await looking('First stay', 'Stay', 'min');
    const shown = await add(board.id, 'Shown', 'formula', {
      expression:
        'DAY({Last}) & " " & ({Last} = DATE(2026, 7, 31)) & " " & {All} & " " & {First stay} & " " & DAY(MAX({Stays}))',
    });
    const linked = await anItem(target, { values });
    expect(await valueOf(target, linked, stay)).toBe('2026-01-01 2026-01-31 00:00');
    const id = await anItem(board, { values: { [board.column('Links')]: [linked] } });
    expect(await valueOf(board, id, shown)).toBe('31 TRUE 2026-07-31 2026-01-01 31');
  });

  it('200: is that day for filters of lookups', async () => {
    const { target, board, client, looking, values } = await boardsInNewYork();
    const last = await looking('Last', 'Due', 'max');
    const linked = await anItem(target, { values });
    const id = await anItem(board, { values: { [board.column('Links')]: [linked] } });
    const found = async (operator: string, value: string) => {
      const filters = [{ columnId: last, operator, value }];
      const { data } = await client.query('items.list', { boardId: board.id, filters });
      return data.items.map((item: { id: string }) => item.id);
    };
    expect(await found('on', '2026-07-31')).toEqual([id]);
    expect(await found('on', '2026-07-30')).toEqual([]);
    expect(await found('after', '2026-07-30')).toEqual([id]);
    expect(await found('before', '2026-07-31')).toEqual([]);
  });

  it('200: becomes a time, and a day again, with its column, in lookups of lookups too', async () => {
    const { target, board, client, add, looking, values } = await boardsInNewYork();
    const last = await looking('Last', 'Due', 'max');
    const { organization, workspace } = target;
    const third = await aBoard({ organization, workspace, columns: [{ name: 'Links', type: 'link' }] });
    await add(third.id, 'Lasts', 'lookup', {
      linkColumnId: third.column('Links'),
      targetColumnId: last,
      aggregate: 'min',
    });
    const shown = await add(third.id, 'Shown', 'formula', { expression: '{Lasts} & ""' });
    const linked = await anItem(target, { values });
    const between = await anItem(board, { values: { [board.column('Links')]: [linked] } });
    const id = await anItem(third, { values: { [third.column('Links')]: [between] } });
    expect(await valueOf(third, id, shown)).toBe('2026-07-31');
    const due = target.column('Due');
    await made(client, 'columns.update', { id: due, config: { includeTime: true } });
    await vi.waitFor(async () => expect(await valueOf(third, id, shown)).toBe('2026-07-30 20:00'));
    await made(client, 'columns.update', { id: due, config: { includeTime: false } });
    await vi.waitFor(async () => expect(await valueOf(third, id, shown)).toBe('2026-07-31'));
    const { data } = await client.query('columns.list', { boardId: board.id });
    expect(data.columns[1].config).toEqual({
      linkColumnId: board.column('Links'),
      targetColumnId: due,
      aggregate: 'max',
    });
  });
});

describe('a formula', () => {
  it('200: follows a change of the time zone and of the week start, before any sweep has run', async () => {
    const board = await aBoard({
      columns: [{ name: 'At', type: 'date', config: { includeTime: true } }],
    });
    const { client } = board.organization.owner;
    const add = async (name: string, expression: string): Promise<string> =>
      (
        await made(client, 'columns.create', {
          boardId: board.id,
          name,
          type: 'formula',
          config: { expression },
        })
      ).id;
    const hour = await add('Hour', 'HOUR({At})');
    const weekday = await add('Weekday', 'WEEKDAY({At})');
    // A Thursday.
    const id = await anItem(board, { values: { [board.column('At')]: '2026-12-24T12:00:00Z' } });
    const values = async () => [await valueOf(board, id, hour), await valueOf(board, id, weekday)];
    expect(await values()).toEqual([12, 4]);
    const update = async (change: object) => {
      await made(client, 'organizations.update', change);
      await deliverEvents(board.organization.app);
    };
    await update({ timezone: 'Asia/Tokyo' });
    await vi.waitFor(async () => expect(await values()).toEqual([21, 4]));
    await update({ weekStart: 'sunday' });
    await vi.waitFor(async () => expect(await values()).toEqual([21, 5]));
    await update({ timezone: 'America/New_York', weekStart: 'monday' });
    await vi.waitFor(async () => expect(await values()).toEqual([7, 4]));
  });
});
