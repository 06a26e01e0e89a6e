import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { startApp, type TestApp } from '../../../support/app';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import type { TestBoard } from '../../../support/factories/board.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';
import { deliverEvents } from '../../../support/events';
import { aBoardInZone, causesOf, nextDueOf, setClock, tickAt } from '../../../support/schedules';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Due', type: 'date' },
  { name: 'At', type: 'date', config: { includeTime: true } },
  { name: 'Made', type: 'created_date' },
  { name: 'Changed', type: 'last_updated' },
];

describe('automations with the trigger date.arrived', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  afterEach(() => useClock());

  const aBoardIn = (timezone = 'UTC'): Promise<TestBoard> => aBoardInZone(app, COLUMNS, timezone);
  const arrived = (board: TestBoard, column: string, config: object = {}, options: object = {}) =>
    anAutomation(board, {
      trigger: { type: 'date.arrived', config: { columnId: board.column(column), ...config } },
      actions: [{ type: 'set_value', config: { columnId: board.column('Text'), value: 'Arrived' } }],
      ...options,
    });
  const dated = (board: TestBoard, date: string, column = 'Due', options: object = {}) =>
    anItem(board, { values: { [board.column(column)]: date }, ...options });
  const clientOf = (board: TestBoard) => board.organization.owner.client;
  /** The days and items that have fired. */
  const firedOf = async (id: string) => (await causesOf(app, id)).map((cause) => cause.slice('due '.length));

  it('fire once for each item at nine o’clock of its day', async () => {
    setClock('2026-03-02T12:00:00.000Z');
    const board = await aBoardIn('Europe/Berlin');
    const id = await arrived(board, 'Due');
    expect(await nextDueOf(app, id)).toBe('2026-03-03T08:00:00.000Z');
    const today = await dated(board, '2026-03-02');
    const tomorrow = await dated(board, '2026-03-03');
    const later = await dated(board, '2026-03-04');
    await tickAt(app, '2026-03-03T07:59:59.000Z');
    expect(await firedOf(id)).toEqual([]);
    await tickAt(app, '2026-03-03T08:00:01.000Z');
    await tickAt(app, '2026-03-03T08:00:06.000Z');
    expect(await firedOf(id)).toEqual([`2026-03-03 ${tomorrow}`]);
    await runAutomations(board);
    expect(await logOf(board, id)).toMatchObject([
      { status: 'success', triggeredBy: { type: 'date.arrived', itemId: tomorrow, userId: null } },
    ]);
    expect(await valueOf(board, tomorrow, board.column('Text'))).toBe('Arrived');
    expect(await valueOf(board, today, board.column('Text'))).toBeNull();
    await tickAt(app, '2026-03-04T08:00:00.000Z');
    expect(await firedOf(id)).toEqual([`2026-03-03 ${tomorrow}`, `2026-03-04 ${later}`]);
  });

  it('fire days before the date, or after it, at the time of the trigger', async () => {
    setClock('2026-03-02T00:00:00.000Z');
    const board = await aBoardIn();
    const before = await arrived(board, 'Due', { offsetDays: 1, time: '18:30' });
    const after = await arrived(board, 'Due', { offsetDays: -1, time: '00:00' });
    expect(await nextDueOf(app, before)).toBe('2026-03-02T18:30:00.000Z');
    expect(await nextDueOf(app, after)).toBe('2026-03-03T00:00:00.000Z');
    const item = await dated(board, '2026-03-03');
    await tickAt(app, '2026-03-02T18:30:00.000Z');
    expect(await firedOf(before)).toEqual([`2026-03-02 ${item}`]);
    await tickAt(app, '2026-03-03T18:30:00.000Z');
    expect(await firedOf(after)).toEqual([]);
    await tickAt(app, '2026-03-04T18:30:00.000Z');
    expect(await firedOf(after)).toEqual([`2026-03-04 ${item}`]);
    expect(await firedOf(before)).toHaveLength(1);
  });

  it('a date with a time is on the day of the zone; a day is the same in every zone', async () => {
    setClock('2026-03-02T00:00:00.000Z');
    const board = await aBoardIn('America/Los_Angeles');
    const day = await arrived(board, 'Due');
    const time = await arrived(board, 'At');
    // In Los Angeles the day of 3 March is from 08:00 to 08:00 in UTC.
    const first = await dated(board, '2026-03-03T08:00:00.000Z', 'At');
    const last = await dated(board, '2026-03-04T07:59:59.999Z', 'At');
    await dated(board, '2026-03-03T07:59:59.999Z', 'At');
    await dated(board, '2026-03-03T00:00:00.000Z', 'At');
    const next = await dated(board, '2026-03-04T08:00:00.000Z', 'At');
    const plain = await dated(board, '2026-03-03');
    const shownAsDay = await dated(board, '2026-03-04T01:00:00.000Z');
    await tickAt(app, '2026-03-02T17:00:00.000Z');
    const before = await firedOf(time);
    await tickAt(app, '2026-03-03T17:00:00.000Z');
    expect((await firedOf(time)).slice(before.length)).toEqual([`2026-03-03 ${first}`, `2026-03-03 ${last}`]);
    expect(await firedOf(day)).toEqual([`2026-03-03 ${plain}`, `2026-03-03 ${shownAsDay}`]);
    await tickAt(app, '2026-03-04T17:00:00.000Z');
    expect((await firedOf(time)).at(-1)).toBe(`2026-03-04 ${next}`);
  });

  it.each([
    ['2026-03-28T12:00:00.000Z', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-24T12:00:00.000Z', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ])('on a day of 23 or 25 hours (%s)', async (now, day, start, end) => {
    setClock(now);
    const board = await aBoardIn('Europe/Berlin');
    const id = await arrived(board, 'At', { time: '02:30' });
    const items = [await dated(board, start, 'At'), await dated(board, end, 'At')];
    await dated(board, new Date(Date.parse(start) - 1).toISOString(), 'At');
    await dated(board, new Date(Date.parse(end) + 1).toISOString(), 'At');
    await tickAt(app, `${day}T02:00:00.000Z`);
    expect(await firedOf(id)).toEqual(items.map((item) => `${day} ${item}`));
  });

  it('days that were missed fire when a worker runs again, at most the last 31', async () => {
    setClock('2026-01-01T12:00:00.000Z');
    const board = await aBoardIn();
    const id = await arrived(board, 'Due');
    const lost = await dated(board, '2026-01-05');
    const items = [
      await dated(board, '2026-02-01'),
      await dated(board, '2026-03-01'),
      await dated(board, '2026-03-02'),
    ];
    const future = await dated(board, '2026-03-03');
    await tickAt(app, '2026-03-02T15:00:00.000Z');
    const fired = await firedOf(id);
    expect(fired).toEqual([`2026-02-01 ${items[0]}`, `2026-03-01 ${items[1]}`, `2026-03-02 ${items[2]}`]);
    expect(fired.join(' ')).not.toContain(lost);
    expect(await nextDueOf(app, id)).toBe('2026-03-03T09:00:00.000Z');
    await tickAt(app, '2026-03-03T09:00:00.000Z');
    expect((await firedOf(id)).at(-1)).toBe(`2026-03-03 ${future}`);
  });

  it('the date of the moment counts, for items that are neither archived nor in Trash, and sub-items', async () => {
    setClock('2026-03-02T12:00:00.000Z');
    const board = await aBoardIn();
    const id = await arrived(board, 'Due');
    const [moved, cleared, joined, archived, trashed] = [
      await dated(board, '2026-03-03'),
      await dated(board, '2026-03-03'),
      await dated(board, '2026-04-01'),
      await dated(board, '2026-03-03'),
      await dated(board, '2026-03-03'),
    ];
    const part = await dated(board, '2026-03-03', 'Due', { parentId: joined });
    await dated(board, '2026-03-03', 'Due', { parentId: archived });
    await dated(board, '2026-03-03', 'Due', { parentId: trashed });
    const set = (itemId: string, value: string | null) =>
      made(clientOf(board), 'items.setValue', { itemId, columnId: board.column('Due'), value });
    await set(moved, '2026-03-05');
    await set(cleared, null);
    await set(joined, '2026-03-03');
    await made(clientOf(board), 'items.archive', { id: archived });
    await made(clientOf(board), 'items.delete', { id: trashed });
    await tickAt(app, '2026-03-03T09:00:00.000Z');
    expect(await firedOf(id)).toEqual([`2026-03-03 ${joined}`, `2026-03-03 ${part}`]);
    await tickAt(app, '2026-03-05T09:00:00.000Z');
    expect((await firedOf(id)).at(-1)).toBe(`2026-03-05 ${moved}`);
  });

  it('the conditions are decided when it runs', async () => {
    setClock('2026-03-02T12:00:00.000Z');
    const board = await aBoardIn();
    const conditions = [{ columnId: board.column('Text'), operator: 'is_empty' }];
    const id = await arrived(board, 'Due', {}, { conditions });
    const item = await dated(board, '2026-03-03');
    const done = await dated(board, '2026-03-03');
    await tickAt(app, '2026-03-03T09:00:00.000Z');
    await made(clientOf(board), 'items.setValue', {
      itemId: done,
      columnId: board.column('Text'),
      value: 'Done',
    });
    await runAutomations(board);
    expect((await logOf(board, id)).map(({ triggeredBy }) => triggeredBy.itemId)).toEqual([item]);
  });

  it('times of the items themselves', async () => {
    setClock('2026-03-02T12:00:00.000Z');
    const board = await aBoardIn();
    const week = await arrived(board, 'Made', { offsetDays: -7 });
    const stale = await arrived(board, 'Changed', { offsetDays: -3 });
    const item = await anItem(board);
    setClock('2026-03-03T12:00:00.000Z');
    const other = await anItem(board);
    await made(clientOf(board), 'items.archive', { id: await anItem(board) });
    await tickAt(app, '2026-03-10T09:00:00.000Z');
    expect(await firedOf(week)).toEqual([`2026-03-09 ${item}`, `2026-03-10 ${other}`]);
    expect(await firedOf(stale)).toEqual([`2026-03-05 ${item}`, `2026-03-06 ${other}`]);
  });

  it('a change of the zone leaves out no day and repeats none', async () => {
    setClock('2026-03-01T21:00:00.000Z');
    const board = await aBoardIn('Pacific/Auckland');
    const id = await arrived(board, 'Due');
    const items = [await dated(board, '2026-03-03'), await dated(board, '2026-03-04')];
    await tickAt(app, '2026-03-02T20:00:00.000Z');
    expect(await firedOf(id)).toEqual([`2026-03-03 ${items[0]}`]);
    await made(clientOf(board), 'organizations.update', { timezone: 'America/Los_Angeles' });
    await deliverEvents(app);
    expect(await nextDueOf(app, id)).toBe('2026-03-04T17:00:00.000Z');
    await made(clientOf(board), 'organizations.update', { timezone: 'Pacific/Auckland' });
    await deliverEvents(app);
    expect(await nextDueOf(app, id)).toBe('2026-03-03T20:00:00.000Z');
    await tickAt(app, '2026-03-03T20:00:00.000Z');
    expect(await firedOf(id)).toEqual([`2026-03-03 ${items[0]}`, `2026-03-04 ${items[1]}`]);
  });
});
