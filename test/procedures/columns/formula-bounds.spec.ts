import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const TOO_MUCH = '#error too much to compute';
const MAX = '1.7976931348623157e308';

/** Over a text of 100,000 characters it takes nine tenths of what one evaluation may. */
const HEAVY = `SUM(${Array<string>(8).fill('LEN({Rich})').join(',')})`;

function heavyBoard(formulas: number): Promise<TestBoard> {
  return aBoard({
    columns: [
      { name: 'Rich', type: 'long_text' },
      ...Array.from({ length: formulas }, (_, at) => ({
        name: `F${at}`,
        type: 'formula',
        config: { expression: HEAVY },
      })),
    ],
  });
}

const LONG = `<p>${'<b>x</b>'.repeat(10)}${'y'.repeat(99_900)}</p>`;

describe('numbers and dates at their limits', () => {
  const EXPRESSIONS: Record<string, unknown> = {
    '1e308 * 10': '#error number out of range',
    '2 ^ 1024': '#error number out of range',
    '-1e308 - 1e308': '#error number out of range',
    '{Max} + {Max}': '#error number out of range',
    '{Max} * 200%': '#error number out of range',
    'SUM({Max}, {Max})': '#error number out of range',
    'AVERAGE({Max}, {Max})': '#error number out of range',
    'TEXT({Max}, "0%")': '#error number out of range',
    'ROUNDUP({Max}, -308)': '#error number out of range',
    'MOD(1, 0)': '#error division by zero',
    'DATEADD(TODAY(), 300000, "years")': '#error date out of range',
    'DATEADD(TODAY(), 1e308, "minutes")': '#error date out of range',
    'DATE(1e9, 1, 1)': '#error date out of range',
    'DATE(2026, 1e300, 1)': '#error date out of range',
    'TODAY() + 1e300': '#error date out of range',
    '{Max}': Number(MAX),
    [MAX]: Number(MAX),
    'ROUND(1e300, 300)': 1e300,
    'MOD(1e308, 1.5e308)': 1e308,
    '5e-324 / 2': 0,
  };

  it('are values or errors of the item, and sort', async () => {
    const board = await aBoard({ columns: [{ name: 'Max', type: 'number' }] });
    const { client } = board.organization.owner;
    const ids: Record<string, string> = {};
    for (const expression of Object.keys(EXPRESSIONS)) {
      const column = { boardId: board.id, name: expression.slice(0, 50), type: 'formula' };
      ids[expression] = (await made(client, 'columns.create', { ...column, config: { expression } })).id;
    }
    const id = await anItem(board, { values: { [board.column('Max')]: Number(MAX) } });
    const { data } = await client.query('items.get', { id });
    for (const [expression, expected] of Object.entries(EXPRESSIONS)) {
      const column = ids[expression]!;
      const shown = data.errors[column] ?? data.values[column];
      expect([expression, shown]).toEqual([expression, expected]);
      expect((await client.query('items.list', { boardId: board.id, sortBy: column })).status).toBe(200);
    }
  });

  it('a reason does not cut a character in half', async () => {
    const board = await aBoard({ columns: [{ name: 'Note', type: 'text' }] });
    const { client } = board.organization.owner;
    const config = { expression: '{Note} + 1' };
    const column = { boardId: board.id, name: 'F', type: 'formula', config };
    const { id: formula } = await made(client, 'columns.create', column);
    const id = await anItem(board, { values: { [board.column('Note')]: `${'x'.repeat(59)}😀 and more` } });
    const { data } = await client.query('items.get', { id });
    expect(data.errors[formula]).toBe(`#error "${'x'.repeat(59)}…" is not a number`);
  });

  it.each([
    ['a NUL', '"a\u0000b"'],
    ['half a character', '"a\ud800"'],
    ['half a character as a sign', '\udc00'],
    ['10,000 parentheses', `${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['10,000 minuses', `${'-'.repeat(10_000)}1`],
    ['a long number', '9'.repeat(4_000)],
    ['a long exponent', `1e${'9'.repeat(4_000)}`],
    ['toString', 'toString(1)'],
    ['__proto__', '{__proto__}'],
  ])('400: %s', async (_, expression) => {
    const board = await aBoard({ columns: [] });
    const { client } = board.organization.owner;
    const column = { boardId: board.id, name: 'F', type: 'formula', config: { expression } };
    expect(refusedPaths(await client.mutate('columns.create', column))).toEqual(['config.expression']);
  });
});

describe('the steps of formulas', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await heavyBoard(7);
  });

  it('a cell that is used a thousand times is read once', async () => {
    const own = await aBoard({ columns: [{ name: 'Rich', type: 'long_text' }] });
    const { client } = own.organization.owner;
    const expression = `COUNT(${Array<string>(500).fill('{Rich}').join(',')})`;
    const column = { boardId: own.id, name: 'F', type: 'formula', config: { expression } };
    const { id: formula } = await made(client, 'columns.create', column);
    const id = await anItem(own, { values: { [own.column('Rich')]: LONG } });
    expect((await client.query('items.get', { id })).data.values[formula]).toBe(500);
  });

  it('are limited for all formulas of one item together', async () => {
    const id = await anItem(board, { values: { [board.column('Rich')]: LONG } });
    const { data } = await board.organization.owner.client.query('items.get', { id });
    const shown = Array.from({ length: 7 }, (_, at) => {
      const column = board.column(`F${at}`);
      return data.errors[column] ?? data.values[column];
    });
    const length = 8 * 99_910;
    expect(shown).toEqual([length, length, length, length, length, TOO_MUCH, TOO_MUCH]);
  });

  it('400: are limited for one call, which then writes nothing', async () => {
    const { client } = board.organization.owner;
    const rich = board.column('Rich');
    const items = Array.from({ length: 30 }, () => ({ name: 'Heavy', values: { [rich]: LONG } }));
    const place = { boardId: board.id, groupId: board.groupIds[0] };
    const rejected = await client.mutate('items.bulkCreate', { ...place, items });
    expect([rejected.status, rejected.error!.data.code]).toEqual([400, 'BAD_REQUEST']);
    const light = items.map(({ name }) => ({ name }));
    const { items: created } = await made(client, 'items.bulkCreate', { ...place, items: light });
    const itemIds = created.map(({ id }: { id: string }) => id);
    const again = await client.mutate('items.bulkUpdate', { itemIds, changes: { [rich]: LONG } });
    expect(again.status).toBe(400);
    const { data } = await client.query('items.get', { id: itemIds[0] });
    expect(data.values[rich] ?? null).toBeNull();
    const some = await client.mutate('items.bulkUpdate', {
      itemIds: itemIds.slice(0, 5),
      changes: { [rich]: LONG },
    });
    expect(some.status).toBe(200);
  });

  it('400: longer expressions than the limit of a board', async () => {
    const { organization, project } = board;
    const { client } = organization.owner;
    const expression = Array<string>(2_000).fill('1').join('+');
    const columns = Array.from({ length: 51 }, (_, at) => ({
      name: `F${at}`,
      type: 'formula',
      config: { expression },
    }));
    const create = (count: number) =>
      client.mutate('boards.create', { projectId: project.id, name: 'B', columns: columns.slice(0, count) });
    expect(refusedPaths(await create(51))).toEqual(['columns.50.config.expression']);
    const { status, data } = await create(50);
    expect(status).toBe(200);
    const [first] = data.columns;
    expect(refusedPaths(await client.mutate('columns.duplicate', { id: first.id }))).toEqual(['id']);
    const shorter = { id: first.id, config: { expression: '1' } };
    expect((await client.mutate('columns.update', shorter)).status).toBe(200);
  });
});
