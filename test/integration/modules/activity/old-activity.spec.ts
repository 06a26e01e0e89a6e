import { expect, it } from 'vitest';
import { OldActivitySweep } from '../../../../src/modules/activity/old-activity.sweep';
import { sharedApp } from '../../../support/app';
import { deliverEvents } from '../../../support/events';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';

it('entries older than a year and of deleted boards are deleted, others are kept', async () => {
  const app = await sharedApp();
  const kept = await aBoard();
  const deleted = await aBoard({ organization: kept.organization, workspace: kept.workspace });
  const purged = await aBoard();
  const [oldItem, newItem] = [await anItem(kept), await anItem(kept)];
  for (const board of [deleted, purged]) await anItem(board);
  await made(kept.organization.owner.client, 'boards.delete', { id: deleted.id });
  await deliverEvents(app);
  await app.sql.query(
    `update activity set created_at = now() - case when item_id = $1 then interval '366 days' else interval '364 days' end
     where item_id in ($1, $2)`,
    [oldItem, newItem],
  );
  await app.sql.query('delete from groups where board_id = $1', [purged.id]);
  await app.sql.query('delete from columns where board_id = $1', [purged.id]);
  await app.sql.query('delete from boards where id = $1', [purged.id]);

  const sweep = app.nest.get<OldActivitySweep>(OldActivitySweep, { strict: false });
  await sweep.run(new AbortController().signal);

  const left = async (boardId: string) => {
    const { rows } = await app.sql.query<{ about: string }>(
      `select coalesce(item_id, action) as about from activity where board_id = $1 order by sequence`,
      [boardId],
    );
    return rows.map(({ about }) => about);
  };
  expect(await left(kept.id)).toEqual(['board.created', newItem]);
  expect(await left(deleted.id)).toEqual([]);
  expect(await left(purged.id)).toEqual([]);
});
