import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClearColumnJob } from '../../../src/modules/columns/clear-column.job';
import { BuildOrderJob } from '../../../src/modules/items/orders/build-order.job';
import { FILL, ItemOrdersRepository } from '../../../src/modules/items/orders/item-orders.repository';
import { Database } from '../../../src/platform/database/database';
import { publicNameOf } from '../../../src/platform/database/statement';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems } from '../../support/item-lists';
import { UNINTERRUPTED } from '../../support/job-run';
import { executedPlan, rowsRead } from '../../support/query-plan';

/** More than the number from which lists are large. */
const ITEMS = 10_050;

/** A board of a thousand days of changes in no order. The first nine tenths have a number, and none has a text. */
async function aLargeBoard(app: TestApp): Promise<TestBoard> {
  const board = await aBoard({
    organization: await anOrganization({ app }),
    groups: ['One', 'Two'],
    columns: [
      { name: 'Number', type: 'number' },
      { name: 'Text', type: 'text' },
    ],
  });
  const { id, owner } = board.organization;
  await app.sql.query(
    `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
       updated_at)
     select $1, 'itm_' || lpad(at::text, 26, '0'), $2, ($3::text[])[1 + at % 2], at::text, at::text,
       case when at <= $5::int * 0.9 then jsonb_build_object($6::text, at) else '{}' end, at, $4, '2020-01-01',
       '2020-01-02'::timestamptz + make_interval(days => at * 37 % 1000)
     from generate_series(1, $5::int) at`,
    [id, board.id, board.groupIds, owner.userId, ITEMS, board.column('Number')],
  );
  await app.sql.query(
    `insert into item_values (column_key, item_key, ordinal, lane, rank, number_key)
     select columns.key, items.key, 0, lane, items.rank, (items.values ->> columns.id)::float8
     from items join columns on items.values ? columns.id where items.board_id = $1`,
    [board.id],
  );
  await app.sql.query('select item_lane_rebuild(key) from groups where board_id = $1', [board.id]);
  await app.sql.query('analyze items, item_values, item_runs');
  return board;
}

describe('the orders of a large board', () => {
  let app: TestApp;
  let board: TestBoard;
  beforeAll(async () => {
    // Without the worker role, so that jobs wait.
    app = await startApp({ ROLES: 'api' });
    board = await aLargeBoard(app);
  });
  afterAll(() => app.close());

  const names = async (input: object) =>
    (await listedItems(board.organization.owner.client, { boardId: board.id, ...input })).map(
      ({ name }) => name,
    );

  const requested = async (): Promise<(string | null)[]> => {
    const { rows } = await app.sql.query(
      `select payload ->> 'columnId' as id from graphile_worker._private_jobs
       where payload ->> 'boardId' = $1 and payload::jsonb ? 'columnId' order by 1 nulls first`,
      [board.id],
    );
    return rows.map(({ id }: { id: string | null }) => id);
  };

  const build = (columnId: string | null) =>
    app.nest.get(BuildOrderJob, { strict: false }).perform(
      {
        organizationId: board.organization.id,
        boardId: board.id as never,
        columnId: columnId as never,
      },
      UNINTERRUPTED,
    );

  const stateOf = async (columnId: string | null) => {
    const { rows } = await app.sql.query(
      'select state from item_orders where board_id = $1 and column_id is not distinct from $2',
      [board.id, columnId],
    );
    return rows[0]?.state;
  };

  /** All items by their last change, as the items themselves have it. */
  const byLastChange = async () => {
    const { rows } = await app.sql.query(
      `select items.name from items join groups on groups.id = group_id
       where items.board_id = $1 and trashed_at is null order by items.updated_at desc, groups.position, rank`,
      [board.id],
    );
    return rows.map(({ name }: { name: string }) => name);
  };

  it('are requested by the first list that scans for them, and not by other lists', async () => {
    const { client } = board.organization.owner;
    const list = (input: object) => client.query('items.list', { boardId: board.id, limit: 5, ...input });
    await list({});
    await list({ sortBy: 'createdAt' });
    await list({ sortBy: board.column('Number') });
    expect(await requested()).toEqual([]);
    await list({ sortBy: 'updatedAt', sortDir: 'desc' });
    await list({ filters: [{ columnId: board.column('Number'), operator: 'is_empty' }] });
    await list({ sortBy: board.column('Text') });
    expect(await requested()).toEqual([null, ...[board.column('Number'), board.column('Text')].toSorted()]);
  });

  it('by last changes, contains what is written while it is built, after an interruption too', async () => {
    const { client } = board.organization.owner;
    const id = (at: number) => `itm_${String(at).padStart(26, '0')}`;
    const fill = vi.spyOn(app.nest.get(ItemOrdersRepository, { strict: false }), 'fillAfter');
    const original = fill.getMockImplementation() ?? ItemOrdersRepository.prototype.fillAfter;
    let batch = 0;
    fill.mockImplementation(async function (this: ItemOrdersRepository, ...input) {
      batch += 1;
      if (batch === 4) throw new Error('interrupted');
      return original.apply(this, input);
    });
    await expect(build(null)).rejects.toThrow('interrupted');
    expect(await stateOf(null)).toBe('building');
    // Among those that are already in the order, and among the others.
    for (const at of [7, 1_200, 9_000, 10_001])
      await made(client, 'items.update', { id: id(at), name: `Renamed ${at}` });
    await made(client, 'items.move', { id: id(8), groupId: board.groupIds[0], position: 0 });
    await made(client, 'items.delete', { id: id(9) });
    await anItem(board, { name: 'New' });
    fill.mockRestore();

    const expected = await byLastChange();
    expect(await names({ sortBy: 'updatedAt', sortDir: 'desc' })).toEqual(expected);
    await build(null);
    expect(await stateOf(null)).toBe('ready');
    expect(await names({ sortBy: 'updatedAt', sortDir: 'desc' })).toEqual(expected);
    await made(client, 'items.setValue', { itemId: id(77), columnId: board.column('Text'), value: 'x' });
    await made(client, 'items.restore', { id: id(9) });
    const changed = await byLastChange();
    expect(await names({ sortBy: 'updatedAt', sortDir: 'desc' })).toEqual(changed);
    for (const from of [1, 7_000, changed.length - 1, changed.length]) {
      const query = { boardId: board.id, sortBy: 'updatedAt', sortDir: 'desc', from, limit: 5 };
      const { data } = await client.query('items.list', query);
      expect(data.items.map(({ name }: { name: string }) => name)).toEqual(changed.slice(from, from + 5));
    }
  });

  it('a list continues with the order from a page before it', async () => {
    await app.sql.query(`update item_orders set state = 'building' where board_id = $1`, [board.id]);
    const { client } = await board.organization.addMember('admin');
    const query = { boardId: board.id, sortBy: 'updatedAt', sortDir: 'desc', limit: 100 };
    const { data: first } = await client.query('items.list', query);
    await build(null);
    const { data: second } = await client.query('items.list', { ...query, cursor: first.nextCursor });
    const shown = [...first.items, ...second.items].map(({ name }) => name);
    expect(shown).toEqual((await byLastChange()).slice(0, 200));
  });

  it('of empty cells, contains those that are emptied and not those that are filled', async () => {
    const { client } = board.organization.owner;
    const column = board.column('Number');
    await build(column);
    expect(await stateOf(column)).toBe('ready');
    const [full, empty] = [`itm_${'3'.padStart(26, '0')}`, `itm_${'10050'.padStart(26, '0')}`];
    await made(client, 'items.setValue', { itemId: full, columnId: column, value: null });
    await made(client, 'items.setValue', { itemId: empty, columnId: column, value: 5 });
    const { rows } = await app.sql.query(
      `select items.name from items join groups on groups.id = group_id
       where items.board_id = $1 and trashed_at is null and not values ? $2 order by groups.position, rank`,
      [board.id, column],
    );
    const expected = rows.map(({ name }: { name: string }) => name);
    expect(expected).toContain('3');
    expect(expected).not.toContain('10050');
    expect(await names({ filters: [{ columnId: column, operator: 'is_empty' }] })).toEqual(expected);
    const isEmpty = { columnId: column, operator: 'is_empty' };
    const isOld = { columnId: 'createdAt', operator: 'before', value: '2021-01-01' };
    const old = expected.filter((name: string) => name !== 'New');
    const shown = await names({ filters: [isEmpty, isOld], sortBy: 'name' });
    expect(shown.toSorted()).toEqual(old.toSorted());
    const sorted = await names({ sortBy: column, sortDir: 'desc' });
    expect(sorted.slice(-expected.length)).toEqual(expected);
    for (const from of [
      sorted.length - expected.length,
      sorted.length - 500,
      sorted.length - 1,
      sorted.length,
    ]) {
      const query = { boardId: board.id, sortBy: column, sortDir: 'desc', from, limit: 5 };
      const { data } = await client.query('items.list', query);
      expect(data.items.map(({ name }: { name: string }) => name)).toEqual(sorted.slice(from, from + 5));
    }
  });

  it('are those of a jump, also when items get a value while it is counted', async () => {
    const { client } = board.organization.owner;
    const column = board.column('Number');
    const input = { boardId: board.id, sortBy: column, limit: 5 };
    const { rows } = await app.sql.query(
      `select items.id, values ? $2 as "isFilled" from items join groups on groups.id = group_id
       where items.board_id = $1 and trashed_at is null order by values ? $2, groups.position desc, rank desc`,
      [board.id, column],
    );
    const filled = rows.filter(({ isFilled }) => isFilled).length;
    const last = rows.slice(0, 3).map(({ id }) => id);

    const { query } = Database.prototype;
    const spy = vi.spyOn(Database.prototype, 'query');
    let hasWritten = false;
    spy.mockImplementation(async function (this: Database, ...given) {
      if (!hasWritten && publicNameOf(given[1]) === 'items.list-sorted-length') {
        hasWritten = true;
        for (const itemId of last)
          await made(client, 'items.setValue', { itemId, columnId: column, value: 1_000_000 });
      }
      return query.apply(this, given);
    });
    const answer = await client.query('items.list', { ...input, from: filled + 1 });
    spy.mockRestore();
    expect(hasWritten).toBe(true);
    const expected = await client.query('items.list', { ...input, from: filled + last.length });
    expect([answer.status, answer.data?.items]).toEqual([200, expected.data.items]);
  });

  it('of a column that is mostly empty is declined, and lists still scan', async () => {
    const column = board.column('Text');
    await build(column);
    expect(await stateOf(column)).toBe('declined');
    const filters = [{ columnId: column, operator: 'is_empty' }];
    const { data } = await board.organization.owner.client.query('items.list', {
      boardId: board.id,
      limit: 5,
      filters,
    });
    expect(data.items).toHaveLength(5);
  });

  it('fills one batch without reading more items', async () => {
    const { rows } = await app.sql.query(
      'select key from item_orders where board_id = $1 and column_id is null',
      [board.id],
    );
    const values = [board.organization.id, board.id, rows[0].key, 'itm_00000000000000000000001000', null];
    expect(rowsRead(await executedPlan(app.sql, FILL.text, values), 'items')).toBe(500);
  });

  it('of a deleted column is deleted with its entries', async () => {
    const { client } = board.organization.owner;
    const column = board.column('Number');
    const { rows: orders } = await app.sql.query('select key from item_orders where column_id = $1', [
      column,
    ]);
    const entries = async () => {
      const found = await app.sql.query(
        'select count(*)::int as count from item_values where column_key = $1',
        [orders[0].key],
      );
      return found.rows[0].count;
    };
    expect(await entries()).toBeGreaterThan(1_000);
    await made(client, 'columns.delete', { id: column });
    const { rows: jobs } = await app.sql.query(
      `select payload from graphile_worker._private_jobs where payload ->> 'columnKey' is not null`,
    );
    await app.nest.get(ClearColumnJob, { strict: false }).perform(jobs.at(-1).payload, UNINTERRUPTED);
    expect(await entries()).toBe(0);
    expect(await stateOf(column)).toBeUndefined();
  });
});
