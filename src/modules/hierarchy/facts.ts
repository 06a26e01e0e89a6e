import type { BoardId, ColumnId, GroupId, ItemId, ProjectId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { WorkspaceAccess, WorkspaceFacts } from './workspace-access';

/** Plain facts about where a record sits. Timestamps are the wire's text. */
export interface WorkspaceRecord extends WorkspaceFacts {
  archivedAt: string | null;
}

export interface ProjectFacts {
  id: ProjectId;
  createdBy: UserId;
  archivedAt: string | null;
  workspace: WorkspaceRecord;
}

export interface GroupFacts {
  id: GroupId;
  name: string;
  color: string;
  position: number;
  collapsed: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface ColumnFacts {
  id: ColumnId;
  boardId: BoardId;
  name: string;
  /** A ColumnTypeName; the columns module knows what it means. */
  type: string;
  position: number;
  width: number;
  required: boolean;
  config: Json;
  defaultValue: Json;
  createdAt: string;
  updatedAt: string;
}

export interface BoardFacts {
  id: BoardId;
  name: string;
  projectId: ProjectId;
  defaultView: string;
  structureVersion: number;
  createdBy: UserId;
  createdAt: string;
  updatedAt: string;
  workspace: WorkspaceRecord;
  /** Columns that a lookup somewhere shows values of. */
  lookedAt: readonly ColumnId[];
  /** Columns whose items are being computed in the background; null when there are none. */
  computing: readonly ColumnId[] | null;
  /** In board order. */
  groups: readonly GroupFacts[];
  columns: readonly ColumnFacts[];
  groupsById: ReadonlyMap<GroupId, GroupFacts>;
  columnsById: ReadonlyMap<ColumnId, ColumnFacts>;
}

export interface ItemFacts {
  id: ItemId;
  boardId: BoardId;
  groupId: GroupId;
  parentId: ItemId | null;
  isArchived: boolean;
  isTrashed: boolean;
}

/** A record and what the caller may do around it. */
export interface Seen<T> {
  facts: T;
  access: WorkspaceAccess;
}
