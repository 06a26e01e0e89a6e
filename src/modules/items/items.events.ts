import type { BoardId, GroupId, ItemId } from '../../kernel/ids';
import type { DomainEvent } from '../../platform/jobs/outbox';
import type { ItemFacts } from '../hierarchy';

/**
 * Events of items. item.created, value.changed and item.moved (within a board) are written by the database functions
 * that make these changes. They hold stored values; consumers present them with the board's columns.
 */
export const itemsEvents = {
  updated: (boardId: BoardId, itemId: ItemId, changes: { name?: string; description?: string | null }) =>
    of('item.updated', boardId, itemId, { changes }),
  archived: (item: ItemFacts) => of('item.archived', item.boardId, item.id, {}),
  trashed: (item: ItemFacts) => of('item.trashed', item.boardId, item.id, {}),
  restored: (item: ItemFacts) => of('item.restored', item.boardId, item.id, {}),
  movedToBoard: (item: ItemFacts, boardId: BoardId, groupId: GroupId, position: number) =>
    of('item.moved', boardId, item.id, {
      groupId,
      position,
      previousBoardId: item.boardId,
      previousGroupId: item.groupId,
    }),
  reordered: (boardId: BoardId, groupId: GroupId, itemIds: ItemId[]): DomainEvent => ({
    type: 'items.reordered',
    boardId,
    data: { groupId, itemIds },
  }),
};

function of(type: string, boardId: BoardId, itemId: ItemId, data: DomainEvent['data']): DomainEvent {
  return { type, boardId, itemId, data };
}
