import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems, type ListedItem } from '../../support/item-lists';

/** `fits`: whether what was computed could be a result of the new type. */
const EXPRESSIONS: [from: string, to: string, fits?: boolean][] = [
  ['{N} * 2', '{T} & "x"', false],
  ['{T} & "x"', '{N} * 2', false],
  ['{N} > 3', '{N} & "n"', false],
  ['DATE(2026, 1, {N})', '{T} & "x"'],
  ['{T} & "x"', 'DATE(2026, 1, {N})', false],
  ['DATE(2026, 1, {N})', '{N}', false],
  ['IF({N} > 3, {N}, {T})', '{N}'],
  ['{N}', 'IF({N} > 3, {N}, {T})'],
  ['{N}', '1 / 0'],
];
const DIRECTIONS = ['asc', 'desc'] as const;

describe('a list by a formula whose results change their type, until they are computed', () => {
  let app: TestApp;
  let base: TestBoard;
  beforeAll(async () => {
    // Without the worker role: nothing is computed again.
    app = await startApp({ ROLES: 'api' });
    base = await aBoard({ organization: await anOrganization({ app }) });
  });
  afterAll(() => app.close());

  const aFormula = async (expression: string) => {
    const board = await aBoard({
      ...base,
      columns: [
        { name: 'N', type: 'number' },
        { name: 'T', type: 'text' },
        { name: 'F', type: 'formula', config: { expression } },
      ],
    });
    const ids: string[] = [];
    for (let n = 1; n <= 9; n += 1) {
      const values = { [board.column('N')]: n, [board.column('T')]: `t${9 - n}` };
      ids.push(await anItem(board, { name: `${n}`, values: n === 5 ? {} : values }));
    }
    return { board, ids, formula: board.column('F'), client: board.organization.owner.client };
  };
  const idsOf = (items: ListedItem[]) => items.map(({ id }) => id);

  it.each(EXPRESSIONS)('%s, then %s: the sorted list contains every item', async (from, to) => {
    const { board, ids, formula, client } = await aFormula(from);
    await made(client, 'columns.update', { id: formula, config: { expression: to } });
    // One is edited meanwhile, and has its key.
    await made(client, 'items.setValue', { itemId: ids[6], columnId: board.column('N'), value: 20 });
    for (const sortDir of DIRECTIONS) {
      for (const filters of [undefined, [{ columnId: 'createdAt', operator: 'within', value: 'today' }]]) {
        const input = { boardId: board.id, sortBy: formula, sortDir, filters, limit: 2 };
        const seen = idsOf(await listedItems(client, input));
        expect(seen.toSorted(), sortDir).toEqual(ids.toSorted());
      }
    }
  });

  it.each(EXPRESSIONS)('%s, then %s between two pages: no item is skipped', async (from, to) => {
    for (const sortDir of DIRECTIONS) {
      const { board, ids, formula, client } = await aFormula(from);
      const input = { boardId: board.id, sortBy: formula, sortDir, limit: 2 };
      const seen = await listedItems(client, input, async (soFar) => {
        if (soFar.length !== 4) return;
        await made(client, 'columns.update', { id: formula, config: { expression: to } });
      });
      expect([...new Set(idsOf(seen))].toSorted(), sortDir).toEqual(ids.toSorted());
    }
  });

  it.each(EXPRESSIONS)('%s, then %s: every filter of the new type works', async (from, to, fits) => {
    const { board, ids, formula, client } = await aFormula(from);
    await made(client, 'columns.update', { id: formula, config: { expression: to } });
    const { data } = await client.query('columns.list', { boardId: board.id });
    expect(data.columns.at(-1).id).toBe(formula);
    const found = async (operator: string, value?: unknown) => {
      const filters = [{ columnId: formula, operator, ...(value === undefined ? {} : { value }) }];
      const answer = await client.query('items.list', { boardId: board.id, filters });
      expect([200, 400], JSON.stringify(answer.body)).toContain(answer.status);
      return answer.status === 200 ? idsOf(answer.data.items) : null;
    };
    for (const value of [1, 'x', true, '2026-01-01']) {
      for (const operator of ['is', 'is_not', 'contains', 'starts_with', 'gt', 'lte', 'before', 'on']) {
        await found(operator, value);
      }
    }
    const empty = (await found('is_empty'))!;
    const filled = (await found('is_not_empty'))!;
    expect([...empty, ...filled].toSorted()).toEqual(ids.toSorted());
    // What cannot be a result of the new type counts as empty.
    expect(empty.length).toBeGreaterThanOrEqual(fits === false ? ids.length : 0);
  });
});
