import type { BoardId, GroupId, ItemId, UserId } from '../../kernel/ids';

/** An item as read models answer it. `values` is the text that PostgreSQL printed, passed through to the wire. */
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
