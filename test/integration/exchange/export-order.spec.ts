import { expect, it } from 'vitest';
import type { CallContext } from '../../../src/access/principal';
import { BoardItemsReadModel } from '../../../src/modules/items';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { listedNames } from '../../support/item-lists';

const ITEMS = 600;

it('an export of a board that is reordered meanwhile contains each item once', async () => {
  const board = await aBoard({ groups: ['One', 'Two'], columns: [] });
  const { app, id: organizationId, owner } = board.organization;
  const content = `Name\n${Array.from({ length: ITEMS }, (_, at) => `Item ${at}`).join('\n')}\n`;
  await owner.client.mutate('boards.import', { id: board.id, file: { content } });
  const before = await listedNames(board);
  const { items } = (await owner.client.query('items.list', { boardId: board.id, limit: 200 })).data;
  const sub = await anItem(board, { name: 'Sub', groupId: board.group('One'), parentId: items[2].id });
  const model = app.nest.get(BoardItemsReadModel, { strict: false });
  const context = { organizationId, transaction: null } as unknown as CallContext;
  const seen: { id: string; name: string; position: number }[] = [];
  let batches = 0;
  for await (const batch of model.inBoardOrder(context, board.id, board.groupIds)) {
    seen.push(...batch);
    batches += 1;
    if (batches > 1) continue;
    const last = (await listedIds(board.id)).at(-1)!;
    // What was read goes to the end, what was not goes to the beginning, and one goes away.
    await owner.client.mutate('items.move', { id: items[0].id, groupId: board.group('Two'), position: 0 });
    await owner.client.mutate('items.move', { id: last, position: 0 });
    await owner.client.mutate('items.delete', { id: (await listedIds(board.id)).at(-5)! });
  }
  expect(batches).toBe(Math.ceil((ITEMS + 1) / 250));
  const names = seen.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(ITEMS);
  const gone = before.find((name) => !names.includes(name));
  expect(names.filter((name) => name !== 'Sub')).toEqual(before.filter((name) => name !== gone));
  expect(seen.slice(2, 5).map(({ id, position }) => [id, position])).toEqual([
    [items[2].id, 2],
    [sub, 0],
    [items[3].id, 3],
  ]);

  async function listedIds(boardId: string): Promise<string[]> {
    const { rows } = await app.sql.query<{ id: string }>(
      'select id from items where organization_id = $1 and board_id = $2 and trashed_at is null and parent_id is null order by group_id = $3 desc, rank',
      [organizationId, boardId, board.group('One')],
    );
    return rows.map(({ id }) => id);
  }
});
