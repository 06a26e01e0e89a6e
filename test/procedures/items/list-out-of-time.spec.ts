import { expect, it } from 'vitest';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';

/** A lock makes the scan wait until PostgreSQL cancels it, as a scan of a million rich texts would be. */
it('400: a filter that takes too long, with advice', { timeout: 120_000 }, async () => {
  const board = await aBoard({ columns: [{ name: 'Long', type: 'long_text' }] });
  await anItem(board, { name: 'One', values: { [board.column('Long')]: '<p>text</p>' } });
  const { client } = board.organization.owner;
  const filters = [{ columnId: board.column('Long'), operator: 'contains', value: 'other' }];
  expect((await client.query('items.list', { boardId: board.id, filters })).status).toBe(200);
  const holder = await board.organization.app.sql.connect();
  try {
    await holder.query('begin; lock table items in access exclusive mode');
    const [filtered, unfiltered] = await Promise.all([
      client.query('items.list', { boardId: board.id, filters }),
      client.query('items.list', { boardId: board.id }),
    ]);
    expect(filtered).toMatchObject({ status: 400 });
    expect(filtered.error!.message).toMatch(/^filters: Reads too many items .* add a condition/);
    expect(unfiltered).toMatchObject({ status: 503 });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
