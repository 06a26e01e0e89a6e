import type { BoardId, GroupId, ItemId } from '../../kernel/ids';
import type { DomainEvent } from '../../platform/jobs/outbox';
import type { ItemFacts } from '../hierarchy';

/**
 * Events of items. item.created, value.changed and the item.moved of a single move within a board are written by the
 * database functions that make these changes, and so is item.deleted. They hold stored values; consumers
 * present them with the board's columns.
 */
export const itemsEvents = {
  /** The fields that changed, as they are now and as they were. */
  updated: (boardId: BoardId, itemId: ItemId, changes: ChangedDetails, previous: ChangedDetails) =>
    of('item.updated', boardId, itemId, { changes, previous }),
  archived: (item: ItemFacts) => of('item.archived', item.boardId, item.id, {}),
  trashed: (item: ItemFacts) => of('item.trashed', item.boardId, item.id, {}),
  restored: (item: ItemFacts) => of('item.restored', item.boardId, item.id, {}),
  /** `item`: where it was. */
  moved: (item: ItemFacts, groupId: GroupId, position: number) =>
    of('item.moved', item.boardId, item.id, { groupId, position, previousGroupId: item.groupId }),
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

type ChangedDetails = { name?: string; description?: string | null };

function of(type: string, boardId: BoardId, itemId: ItemId, data: DomainEvent['data']): DomainEvent {
  return { type, boardId, itemId, data };
}
