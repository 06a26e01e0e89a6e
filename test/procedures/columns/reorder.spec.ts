import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ColumnId, newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

const COLUMNS = ['A', 'B', 'C'].map((name) => ({ name, type: 'text' }));

describe('columns.reorder', () => {
  let home: TestBoard;
  let board: TestBoard;
  beforeAll(async () => {
    home = await aBoard({ columns: [] });
  });
  beforeEach(async () => {
    board = await aBoard({ ...home, columns: COLUMNS });
  });
  const reorder = (columnIds: unknown, more: object = {}, client = board.organization.owner.client) =>
    client.mutate('columns.reorder', { boardId: board.id, columnIds, ...more });
  const names = async () => {
    const { data } = await board.organization.owner.client.query('columns.list', { boardId: board.id });
    expect(data.columns.map(({ position }: { position: number }) => position)).toEqual([
      ...data.columns.keys(),
    ]);
    return data.columns.map(({ name }: { name: string }) => name).join('');
  };
  const ordered = (text: string) => [...text].map((name) => board.column(name));

  it('200: returns the columns in their new order, without changing any of them', async () => {
    const { status, data } = await reorder(ordered('CAB'));
    expect(status).toBe(200);
    const [a, b, c] = board.record.columns;
    expect(data).toEqual({
      columns: [
        { ...c, position: 0 },
        { ...a, position: 1 },
        { ...b, position: 2 },
      ],
    });
    expect(await names()).toBe('CAB');
    const { data: shown } = await board.organization.owner.client.query('boards.get', { id: board.id });
    expect(shown.columns).toEqual(data.columns);
  });

  it('200: writes one event in the same transaction', async () => {
    const columnIds = ordered('BCA');
    const events = await eventsDuring(board.organization, () => reorder(columnIds));
    expect(events).toMatchObject([
      { type: 'column.reordered', boardId: board.id, data: { boardId: board.id, columnIds } },
    ]);
  });

  it('200: a board without columns', async () => {
    board = await aBoard({ ...home, columns: [] });
    expect((await reorder([])).data).toEqual({ columns: [] });
  });

  it('200: under parallel changes the order has no gaps', async () => {
    const { client } = board.organization.owner;
    const orders = ['ABC', 'ACB', 'BAC', 'BCA', 'CAB', 'CBA'];
    const answers = await Promise.all([
      ...orders.map((order) => reorder(ordered(order))),
      ...orders.map((name) =>
        client.mutate('columns.create', { boardId: board.id, name, type: 'text', position: 0 }),
      ),
    ]);
    for (const { status } of answers.slice(6)) expect(status).toBe(200);
    // A column that came in between is not named.
    for (const { status } of answers.slice(0, 6)) expect([200, 400]).toContain(status);
    expect((await names()).length).toBe(3 + 6 * 3);
  });

  it.each<[string, (ids: ColumnId[]) => unknown, string]>([
    ['not each of them', ([a, b]) => [a, b], 'columnIds'],
    ['none', () => [], 'columnIds'],
    ['one of them twice', ([a, b]) => [a, b, b], 'columnIds.2'],
    ['an unknown one', ([a, b, c]) => [a, b, c, newId('column')], 'columnIds.3'],
    ['an id of another noun', ([a, b]) => [a, b, newId('group')], 'columnIds.2'],
    ['no array', ([a]) => a, 'columnIds'],
    ['too many', ([a]) => Array.from({ length: 501 }, () => a), 'columnIds'],
  ])('400: %s', async (_what, columnIds, path) => {
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await reorder(columnIds(board.columnIds)))).toContain(path);
    });
    expect(written).toEqual([]);
    expect(await names()).toBe('ABC');
  });

  it('400: a column of another board, visible or not, like an unknown one', async () => {
    const seen = await aBoard({ ...home, columns: COLUMNS });
    const foreign = await aBoard({ columns: COLUMNS });
    for (const id of [seen.columnIds[0], foreign.columnIds[0], newId('column')]) {
      expect(refusedPaths(await reorder([...board.columnIds, id]))).toEqual(['columnIds.3']);
    }
  });

  it('401: without a credential', async () => {
    const call = await codesWithoutCredential(board.workspace, (client) =>
      reorder(board.columnIds, {}, client),
    );
    expect(call).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    const statuses = await statusesByRole(board.workspace, (client) => reorder(ordered('CBA'), {}, client));
    expect(statuses).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    const call = statusWithoutScope(board.workspace, 'write', (client) =>
      reorder(ordered('CBA'), {}, client),
    );
    expect(await call).toBe(403);
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const foreign = await aBoard({ columns: COLUMNS });
    expect(await lookOf(foreign.id, (boardId) => reorder(foreign.columnIds, { boardId }))).toEqual(MISSING);
  });

  it('409: an outdated version of the board', async () => {
    const { updatedAt } = board.record;
    expect((await reorder(ordered('BAC'), { expectedUpdatedAt: updatedAt })).status).toBe(200);
    const answer = await reorder(ordered('CAB'), { expectedUpdatedAt: updatedAt });
    expect(answer.status).toBe(409);
    expect(await names()).toBe('BAC');
  });
});
