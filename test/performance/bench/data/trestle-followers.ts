import { FOLLOWED_ITEMS, LOOKUPS } from './board-shape';
import type { CallProcedure } from './trestle-loader';

/** Another board, whose items link to the first ones of this one and look at their values in a column. */
export async function followItems(
  call: CallProcedure,
  projectId: string,
  itemIds: readonly string[],
  targetColumnId: string,
): Promise<void> {
  const board: { id: string; groups: { id: string }[]; columns: { id: string }[] } = await call(
    'boards.create',
    {
      projectId,
      name: 'Bench board that looks at another',
      groups: [{ name: 'Group 1', color: '#579BFC' }],
      columns: [{ name: 'Links', type: 'link', config: {} }],
    },
  );
  const links = board.columns[0]!.id;
  await call('columns.create', {
    boardId: board.id,
    name: 'Sum',
    type: 'lookup',
    config: { linkColumnId: links, targetColumnId, aggregate: 'sum' },
  });
  await call('items.bulkCreate', {
    boardId: board.id,
    groupId: board.groups[0]!.id,
    items: Array.from({ length: LOOKUPS }, (_, at) => ({
      name: `Looks ${at}`,
      values: { [links]: itemIds.slice(0, FOLLOWED_ITEMS) },
    })),
  });
}
