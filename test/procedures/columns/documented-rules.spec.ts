import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { richTextToPlain } from '../../../src/column-types/values/rich-text-to-plain';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const DAY_MS = 86_400_000;

/** Rules that docs/columns.md, docs/filters.md and docs/formulas.md state, where another rule would be as plausible. */
async function found(board: TestBoard, column: string, operator: string, value?: unknown): Promise<string[]> {
  const filters = [{ columnId: board.column(column), operator, value }];
  const input = { boardId: board.id, filters, sortBy: 'name', limit: 200 };
  const { status, data } = await board.organization.owner.client.query('items.list', input);
  expect(status).toBe(200);
  return data.items.map(({ name }: { name: string }) => name);
}

describe('filters of dates', () => {
  let board: TestBoard;
  const days = Array.from({ length: 63 }, (_, at) => at - 31);
  // The clock of the service stops, so that today is the same day in each call.
  const start = Date.now();
  const dayOf = (offset: number) => new Date(start + offset * DAY_MS).toISOString().slice(0, 10);
  afterAll(() => useClock());
  beforeAll(async () => {
    useClock({ now: () => new Date(start) });
    board = await aBoard({
      columns: [
        { name: 'Due', type: 'date' },
        { name: 'At', type: 'date', config: { includeTime: true } },
        { name: 'Span', type: 'timeline' },
      ],
    });
    const items = days.map((offset) => ({
      name: `${offset}`,
      values: { [board.column('Due')]: dayOf(offset) },
    }));
    const { client } = board.organization.owner;
    await made(client, 'items.bulkCreate', { boardId: board.id, groupId: board.groupIds[0], items });
  });
  const within = async (value: string) =>
    (await found(board, 'Due', 'within', value)).map(Number).sort((a, b) => a - b);

  it('next and last n days: as many as given, including today', async () => {
    expect(await within('next_7_days')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await within('last_7_days')).toEqual([-6, -5, -4, -3, -2, -1, 0]);
    const next = await within('next_30_days');
    expect([next.length, next[0], next.at(-1)]).toEqual([30, 0, 29]);
    const last = await within('last_30_days');
    expect([last.length, last[0], last.at(-1)]).toEqual([30, -29, 0]);
  });

  it('overdue: a day that has ended, a time that has passed, a range whose end has', async () => {
    expect(await within('overdue')).toEqual(days.filter((offset) => offset < 0));
    const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
    await anItem(board, { name: 'past', values: { [board.column('At')]: at(-5) } });
    await anItem(board, { name: 'future', values: { [board.column('At')]: at(5) } });
    expect(await found(board, 'At', 'within', 'overdue')).toEqual(['past']);
    const span = (from: number, to: number) => ({
      [board.column('Span')]: { start: dayOf(from), end: dayOf(to) },
    });
    await anItem(board, { name: 'over', values: span(-3, -1) });
    await anItem(board, { name: 'running', values: span(-3, 0) });
    expect(await found(board, 'Span', 'within', 'overdue')).toEqual(['over']);
  });

  it('a date is a whole day, a timestamp one millisecond, also together', async () => {
    const own = await aBoard({ columns: [{ name: 'At', type: 'date' }] });
    for (const at of [
      '2026-03-09T23:59:59.999Z',
      '2026-03-10',
      '2026-03-10T08:00:00.000Z',
      '2026-03-10T08:00:00.001Z',
      '2026-03-11',
    ]) {
      await anItem(own, { name: at, values: { [own.column('At')]: at } });
    }
    const [before, day, eight, later, after] = await found(own, 'At', 'is_not_empty');
    expect(await found(own, 'At', 'is', '2026-03-10')).toEqual([day, eight, later]);
    expect(await found(own, 'At', 'is', '2026-03-10T09:00:00+01:00')).toEqual([eight]);
    expect(await found(own, 'At', 'is', '2026-03-10T00:00:00.000Z')).toEqual([day]);
    expect(await found(own, 'At', 'on', '2026-03-10T08:00:00Z')).toEqual([day, eight, later]);
    expect(await found(own, 'At', 'is_not', '2026-03-10')).toEqual([before, after]);
    expect(await found(own, 'At', 'between', ['2026-03-10', '2026-03-10T08:00:00Z'])).toEqual([day, eight]);
    expect(await found(own, 'At', 'between', ['2026-03-10T08:00:00.001Z', '2026-03-11'])).toEqual([
      later,
      after,
    ]);
    expect(await found(own, 'At', 'before', '2026-03-10')).toEqual([before]);
    expect(await found(own, 'At', 'after', '2026-03-10')).toEqual([after]);
    expect(await found(own, 'At', 'after', '2026-03-10T08:00:00Z')).toEqual([later, after]);
  });
});

describe('texts', () => {
  it('sort by folded characters, by code point, and numbers inside them by their value', async () => {
    const board = await aBoard({ columns: [{ name: 'Text', type: 'text' }] });
    const ordered = ['!', '1', '02', '10', '_', 'a 2', 'A 10', 'Äb', 'ad', 'z', 'ß', 'я', '日', '😀'];
    for (const text of ordered.toReversed()) {
      await anItem(board, { name: text, values: { [board.column('Text')]: text } });
    }
    for (const sortBy of ['name', board.column('Text')]) {
      const { data } = await board.organization.owner.client.query('items.list', {
        boardId: board.id,
        sortBy,
      });
      expect(data.items.map(({ name }: { name: string }) => name)).toEqual(ordered);
    }
  });

  it('have the length of their code points: an emoji counts as one character', async () => {
    const board = await aBoard({ columns: [{ name: 'Text', type: 'text' }] });
    const { client } = board.organization.owner;
    const itemId = await anItem(board, { name: '😀'.repeat(500) });
    const set = (value: string) =>
      client.mutate('items.setValue', { itemId, columnId: board.column('Text'), value });
    expect((await set('😀'.repeat(10_000))).status).toBe(200);
    expect((await set(`${'😀'.repeat(10_000)}x`)).status).toBe(400);
    const long = await client.mutate('items.update', { id: itemId, name: `${'😀'.repeat(500)}x` });
    expect(refusedPaths(long)).toEqual(['name']);
  });

  it('of rich text are the same in filters, formulas and exports', async () => {
    const board = await aBoard({ columns: [{ name: 'Long', type: 'long_text' }] });
    const { client } = board.organization.owner;
    const config = { expression: '{Long} & ""' };
    const { id: formula } = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Text',
      type: 'formula',
      config,
    });
    for (const html of [
      'one<br>two<br/>three',
      '<p>one</p><p>two<br></p>',
      '<ul><li>a</li><li>b &amp;lt; c</li></ul>',
      '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>',
      '<p>\u00a0 x\u3000</p>',
    ]) {
      const id = await anItem(board, { name: html, values: { [board.column('Long')]: html } });
      const text = richTextToPlain((await valueOf(board, id, board.column('Long'))) as string);
      expect(await valueOf(board, id, formula)).toBe(text);
      expect(await found(board, 'Long', 'is', text)).toEqual([html]);
    }
    expect(await found(board, 'Long', 'contains', 'one\ntwo')).toHaveLength(2);
  });
});

describe('operators of formulas', () => {
  it.each([
    ['2 ^ 3 ^ 2', 64],
    ['-2 ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['100 / 10 * 2', 20],
    ['7 % 4 * 2', 6],
    ['2 * 7 % 4', 2],
    ['10 - 4 + 3', 9],
    ['2 + 3 & 4 + 5', '59'],
    ['1 < 2 = TRUE', true],
    ['50% ^ 2', 0.25],
  ])('%s is %j', async (expression, result) => {
    const board = await aBoard({ columns: [{ name: 'F', type: 'formula', config: { expression } }] });
    expect(await valueOf(board, await anItem(board), board.column('F'))).toBe(result);
  });
});

describe('a status column with a default value and a default label', () => {
  it('has the default value; without one the default label; and null where the input is null', async () => {
    const config = { labels: [{ name: 'A' }, { name: 'B' }], defaultLabelId: 'A' };
    const board = await aBoard({ columns: [] });
    const { client } = board.organization.owner;
    const input = { boardId: board.id, name: 'Status', type: 'status', config, defaultValue: 'B' };
    const { id } = await made(client, 'columns.create', input);
    const shown = async (values?: object) => {
      const item = await anItem(board, values ? { values: values as Record<string, unknown> } : {});
      return ((await valueOf(board, item, id)) as { label: string } | null)?.label ?? null;
    };
    expect(await shown()).toBe('B');
    expect(await shown({ [id]: null })).toBeNull();
    await made(client, 'columns.update', { id, defaultValue: null });
    expect(await shown()).toBe('A');
    await made(client, 'columns.update', { id, config: { defaultLabelId: null } });
    expect(await shown()).toBeNull();
  });
});
