import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateItemOrders1763716400000 } from '../../../../migrations/1763716400000-create-item-orders';
import { migratedSource, step } from './support/migration-steps';

let source: DataSource;
beforeAll(async () => {
  source = await migratedSource();
});
afterAll(() => source.destroy());

it('the reversal deletes the entries of orders and keeps those of columns', async () => {
  const order = 1;
  const column = 2;
  // Only entries and the order itself: what they belong to is not read.
  await source.query('set session_replication_role = replica');
  await source.query(
    `insert into item_orders (key, organization_id, board_id, state, decided_at)
     values ($1, 'org_1', 'brd_1', 'ready', now())`,
    [order],
  );
  await source.query(
    `insert into item_values (column_key, item_key, ordinal, rank) select unnest($1::bigint[]), 3, 0, 1`,
    [[order, column]],
  );
  await source.query('set session_replication_role = default');

  await step(source, CreateItemOrders1763716400000, 'down');

  expect(await source.query('select column_key::int as key from item_values')).toEqual([{ key: column }]);

  await step(source, CreateItemOrders1763716400000, 'up');

  const columns = await source.query(
    `select from information_schema.columns where table_name = 'items' and column_name = 'has_orders'`,
  );
  expect(columns).toHaveLength(1);
});
