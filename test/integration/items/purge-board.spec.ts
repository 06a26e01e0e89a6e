import { expect, it } from 'vitest';
import { NO_TRANSACTION } from '../../../src/platform/database/database';
import { ItemsPurgeService } from '../../../src/modules/items';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';

it('purges the index rows of sub-items with ids below the id of their parent, in a later batch than the parent', async () => {
  const board = await aBoard();
  const { app, id: organizationId, owner } = board.organization;
  const parent = await anItem(board, { name: 'Parent' });
  const values = { [board.column('Status')]: 'Done' };
  const sub = await anItem(board, { name: 'Sub-item', parentId: parent, values });
  await app.sql.query('update items set id = $1 where id = $2', ['itm_00000000000000000000000000', sub]);
  await app.sql.query(
    `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
       updated_at)
     select $1, 'itm_' || substr($2, 5, 16) || lpad(at::text, 10, '0'), $3, $4, at::text, at::text, '{}',
       nextval('item_ranks'), $5, now(), now()
     from generate_series(1, 1500) at`,
    [organizationId, parent, board.id, board.groupIds[0], owner.userId],
  );
  const { rows: before } = await app.sql.query(
    `select item_key from item_values join items on items.key = item_key where items.board_id = $1`,
    [board.id],
  );
  expect(before).toHaveLength(1);
  await app.nest
    .get(ItemsPurgeService, { strict: false })
    .purgeBoard({ organizationId, ...NO_TRANSACTION }, board.id);
  const { rows } = await app.sql.query(
    `select (select count(*)::int from items where board_id = $1) as items,
       (select count(*)::int from item_values where item_key = $2) as entries`,
    [board.id, before[0].item_key],
  );
  expect(rows).toEqual([{ items: 0, entries: 0 }]);
});
