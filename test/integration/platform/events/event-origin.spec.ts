import { expect, it } from 'vitest';
import { aBoard } from '../../../support/factories/board.factory';
import { aComment } from '../../../support/factories/comment.factory';
import { aForm, submit } from '../../../support/factories/form.factory';
import { anItem } from '../../../support/factories/item.factory';

it('every event of a request names it as its origin', async () => {
  const board = await aBoard({ groups: ['One', 'Two'], columns: [{ name: 'Text', type: 'text' }] });
  const { organization } = board;
  const { client } = organization.owner;
  const itemId = await anItem(board);
  await aComment(board, itemId, { body: 'Hello' });
  const call = (name: string, input: object) => client.mutate(name, input);
  const columnId = board.column('Text');
  await call('items.setValue', { itemId, columnId, value: 'a' });
  await call('items.bulkUpdate', { itemIds: [itemId], changes: { [columnId]: 'b' } });
  await call('items.move', { id: itemId, groupId: board.groupIds[1] });
  await call('items.bulkCreate', { boardId: board.id, groupId: board.groupIds[0], items: [{ name: 'B' }] });
  await submit(board, await aForm(board));
  await call('items.delete', { id: itemId });
  await call('trash.purge', { ids: [itemId] });
  const { rows } = await organization.app.sql.query<{ type: string; requestId: string | null }>(
    `select type, origin->>'requestId' as "requestId" from outbox where organization_id = $1 order by sequence`,
    [organization.id],
  );
  expect(rows.filter(({ requestId }) => requestId === null)).toEqual([]);
  expect(new Set(rows.map(({ type }) => type))).toEqual(
    new Set([
      'workspace.created',
      'project.created',
      'board.created',
      'item.created',
      'comment.created',
      'value.changed',
      'item.moved',
      'form.created',
      'form.published',
      'form.submitted',
      'item.trashed',
      'item.deleted',
    ]),
  );
});
