import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShrinkValueIndex1763715950000 } from '../../../../migrations/1763715950000-shrink-value-index';
import type { ItemId } from '../../../../src/kernel/ids';
import { migrate } from '../../../../src/platform/database/migrations/migrate';
import { startApp, type TestApp } from '../../../support/app';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { indexedValues } from '../../items/support/indexed-values';
import { laneFaults } from '../../items/support/lane-faults';
import { revertFrom } from './support/migration-steps';

describe('the migration to integer keys, with existing items', () => {
  let app: TestApp;
  let boards: TestBoard[];
  beforeAll(async () => {
    app = await startApp();
    boards = [await filled(), await filled()];
  });
  afterAll(() => app.close());

  /** A board with live, archived and trashed items, sub-items, and values of several kinds. */
  async function filled(): Promise<TestBoard> {
    const organization = await anOrganization({ app });
    const board = await aBoard({
      organization,
      groups: ['One', 'Two', 'Gone'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Status', type: 'status' },
        { name: 'People', type: 'people' },
      ],
    });
    const { client, userId } = organization.owner;
    const items: ItemId[] = [];
    for (let at = 0; at < 12; at += 1) {
      const values = {
        [board.column('Number')]: at % 5,
        [board.column('Status')]: { label: 'Done' },
        [board.column('People')]: [userId],
      };
      const groupId = board.groupIds[at % 3]!;
      items.push(await anItem(board, { name: `Item ${at}`, groupId, values: at % 4 === 0 ? {} : values }));
    }
    for (const at of [0, 3, 9])
      await anItem(board, { name: 'Sub-item', groupId: board.groupIds[0], parentId: items[at] });
    await made(client, 'items.bulkArchive', { itemIds: items.slice(3, 5) });
    await made(client, 'items.bulkDelete', { itemIds: items.slice(6, 7) });
    await made(client, 'boards.groups.delete', { id: board.groupIds[2] });
    return board;
  }

  const listsOf = async ({ id, organization, column }: TestBoard) => {
    const lists: unknown[] = [];
    for (const sortBy of [undefined, column('Number'), column('Status'), 'name', 'createdAt'])
      for (const archived of [false, true])
        lists.push(
          (await organization.owner.client.query('items.list', { boardId: id, sortBy, archived })).data,
        );
    return lists;
  };

  it('keeps every item, value and position in both directions', async () => {
    const before = await Promise.all(boards.map(listsOf));
    expect(before[0]![0]).toMatchObject({ items: expect.arrayContaining([expect.anything()]) });
    const rowsBefore = await app.sql.query('select count(*)::int as rows from item_values');
    await revertFrom(app.databaseUrl, ShrinkValueIndex1763715950000);
    const { rows } = await app.sql.query(
      `select count(*)::int as rows, count(*) filter (where item_values.lane in (parent_id, group_id))::int as live
       from item_values join items on items.organization_id = item_values.organization_id and items.id = item_id
         and items.lane is not distinct from item_values.lane`,
    );
    expect(rows[0].rows).toBe(rowsBefore.rows[0].rows);
    expect(rows[0].live).toBeGreaterThan(10);
    await migrate(app.databaseUrl, () => undefined);
    for (const [at, board] of boards.entries()) {
      // The keys are new: the update removes the cached board, which contains the previous ones.
      await made(board.organization.owner.client, 'boards.update', { id: board.id, name: 'Migrated' });
      expect(await listsOf(board)).toEqual(before[at]);
      expect(await laneFaults(board.organization)).toEqual([]);
      const { expected, found } = await indexedValues(board);
      expect(found).toEqual(expected);
    }
  });
});
