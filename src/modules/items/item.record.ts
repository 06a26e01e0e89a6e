import type { BoardId, GroupId, ItemId, UserId } from '../../kernel/ids';

/**
 * An item as read models return it. `values` is the text that PostgreSQL printed, passed through to the wire.
 */
export interface ItemRecord {
  id: ItemId;
  boardId: BoardId;
  groupId: GroupId;
  parentId: ItemId | null;
  name: string;
  description: string | null;
  values: string;
  position: number;
  createdBy: UserId;
  createdAt: string;
  updatedAt: string;
}

/** SQL for the fields of ItemRecord except its position, of a row named `item`. */
export const ITEM_FIELDS = `item.id, item.board_id as "boardId", item.group_id as "groupId",
  item.parent_id as "parentId", item.name, item.description, item.values::text as values,
  item.created_by as "createdBy", item.created_at as "createdAt", item.updated_at as "updatedAt"`;
