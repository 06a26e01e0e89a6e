import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId, ItemId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { BOARD_STRUCTURE, UNIQUE_KEYS } from '../../platform/database/locks';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { BoardFacts } from '../hierarchy';

const LOCK_STRUCTURE = statement(
  'items.lock-structure',
  `select board_structure_lock(p_organization => $1, p_board => $2, p_version => $3)`,
);

const LOCK_BOARD = statement('items.lock-board', `select ${BOARD_STRUCTURE.shared('$1')}`);

const LOCK_KEYS = statement('items.lock-keys', `select ${UNIQUE_KEYS.exclusive('$1')}`);

const LOCK_LISTS = statement(
  'items.lock-lists',
  `select item_lists_lock(p_organization => $1, p_items => $2, p_group => $3)`,
);

const VERSIONS = statement(
  'items.versions',
  `select id, board_id as "boardId", archived_at as "archivedAt", trashed_at as "trashedAt", updated_at as "updatedAt"
   from items where organization_id = $1 and id = any ($2)`,
);

export interface VersionedItem {
  id: ItemId;
  boardId: BoardId;
  archivedAt: string | null;
  trashedAt: string | null;
  updatedAt: string;
}

/** Locks of boards, items and lists, for changes of several statements. All last until the transaction ends. */
@Injectable()
export class ItemLocksRepository {
  constructor(private readonly database: Database) {}

  /** Locks the board's groups and columns; rejects if they have changed. */
  async lockStructure(context: TenantContext, board: BoardFacts): Promise<void> {
    await this.database.query(context, LOCK_STRUCTURE, [
      context.organizationId,
      board.id,
      board.structureVersion,
    ]);
  }

  /** Locks the board's groups and columns in their current state until the transaction ends. */
  async lockBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    await this.database.query(context, LOCK_BOARD, [boardId]);
  }

  /** One call at a time creates items by the keys of a column; the others find them afterwards. */
  async lockKeys(context: TenantContext, columnId: ColumnId): Promise<void> {
    await this.database.query(context, LOCK_KEYS, [columnId]);
  }

  /**
   * Locks the items and their lists until the transaction ends, and `groupId`, a list that they can be restored
   * to. Call after the structure is locked and before reading anything that the change depends on.
   */
  async lockLists(context: TenantContext, ids: readonly ItemId[], groupId: GroupId | null): Promise<void> {
    await this.database.query(context, LOCK_LISTS, [context.organizationId, ids, groupId]);
  }

  /** The state of locked items. */
  versions(context: TenantContext, ids: readonly ItemId[]): Promise<VersionedItem[]> {
    return this.database.query<VersionedItem>(context, VERSIONS, [context.organizationId, ids]);
  }
}
