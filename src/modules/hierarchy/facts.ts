import type { BoardId, ColumnId, GroupId, ItemId, ProjectId, UserId } from '../../kernel/ids';
import type { RecordKey } from '../../kernel/record-key';
import type { ColumnConfig, ColumnTypeName, StoredValue } from '../../column-types/column-type';
import type { WorkspaceAccess, WorkspaceFacts } from './workspace-access';

/** Facts about the location of a record. Timestamps are in their wire form. */
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
  key: RecordKey;
  name: string;
  color: string;
  position: number;
  collapsed: boolean;
  /** Null for a group that is not archived. */
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ColumnFacts {
  id: ColumnId;
  key: RecordKey;
  boardId: BoardId;
  name: string;
  type: ColumnTypeName;
  position: number;
  width: number;
  required: boolean;
  config: ColumnConfig;
  /** While a background job makes the column unique: writers add its keys already, and its config does not show it yet. */
  isBecomingUnique?: true;
  /** The default value of new items; null for none. */
  defaultValue: StoredValue | null;
  createdAt: string;
  updatedAt: string;
}

/** A change of a column on all items of its board. */
export interface ColumnChangeFacts {
  columnId: ColumnId;
  kind: string;
  /** The column whose values this one gets, if any. */
  from: ColumnId | null;
  /** The job has ended, and the column is as it was. */
  hasFailed: boolean;
}

export interface BoardFacts {
  id: BoardId;
  name: string;
  projectId: ProjectId;
  defaultView: string;
  structureVersion: number;
  /** Null for a board that is not archived. */
  archivedAt: string | null;
  createdBy: UserId;
  createdAt: string;
  updatedAt: string;
  workspace: WorkspaceRecord;
  /** {base_url} of the organization, for URLs in cells. */
  baseUrl: string;
  /** Columns whose values a lookup on any board shows. */
  lookedAt: readonly ColumnId[];
  /** Columns whose items are being computed in the background; null when there are none. */
  computing: readonly ColumnId[] | null;
  /** Changes of columns on all items in the background, and those that have failed; null when there are none. */
  changing: readonly ColumnChangeFacts[] | null;
  /**
   * Complete orders of a large board: of the empty cells of a column, or of last changes (null). The key takes the place of
   * a column's in the index of values (decision 0110).
   */
  orders: readonly { columnId: ColumnId | null; key: RecordKey }[];
  /** In board order, without archived ones. */
  groups: readonly GroupFacts[];
  columns: readonly ColumnFacts[];
  /** In the order of their ids. Their `position` is the one that they return to. */
  archivedGroups: readonly GroupFacts[];
  groupsById: ReadonlyMap<GroupId, GroupFacts>;
  columnsById: ReadonlyMap<ColumnId, ColumnFacts>;
}

export interface ItemFacts {
  id: ItemId;
  key: RecordKey;
  boardId: BoardId;
  groupId: GroupId;
  parentId: ItemId | null;
  isArchived: boolean;
  isTrashed: boolean;
}

/** A record and the caller's access to it. */
export interface Seen<T> {
  facts: T;
  access: WorkspaceAccess;
}
