import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { BOARD_STRUCTURE } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import type { PreviousValues } from '../../columns';

const LOCK_BOARD = statement('item-undo.lock-board', `select ${BOARD_STRUCTURE.exclusive('$1')}`);

const LOCK_ITEMS = statement(
  'item-undo.lock-items',
  `select from items where organization_id = $1 and id = any ($2) order by id for no key update`,
);

const STATES = statement(
  'item-undo.states',
  `select item.id, item.board_id as "boardId", item.group_id as "groupId", item.parent_id as "parentId",
     item.rank::text as rank, item.name, item.description, item.archived_at as "archivedAt", item.trashed_at as "trashedAt",
     case when item.id = any ($3) then item.values end as values,
     parent.archived_at is not null as "isParentArchived", parent.trashed_at is not null as "isParentTrashed"
   from items item
   left join items parent on parent.organization_id = $1 and parent.id = item.parent_id
   where item.organization_id = $1 and item.id = any ($2)`,
);

const RETURN = statement(
  'item-undo.return',
  `select returned_id as id, returned_position::float8 as position, returned_rank as rank,
     previous_group as "previousGroupId", previous_rank as "previousRank"
   from item_places_return(
     p_organization => $1, p_items => $2, p_groups => $3, p_ranks => $4, p_now => $5)`,
);

// An undo of an import changes thousands of items; the default timeout is for calls on a few.
const TIMEOUT = statement('item-undo.patience', `set local statement_timeout = '60s'`);

export interface ItemState {
  id: ItemId;
  boardId: BoardId;
  groupId: GroupId;
  parentId: ItemId | null;
  rank: string;
  name: string;
  description: string | null;
  archivedAt: string | null;
  trashedAt: string | null;
  /** Null for items whose values were not asked for. */
  values: PreviousValues | null;
  /** False for a top-level item. */
  isParentArchived: boolean;
  isParentTrashed: boolean;
}

export interface ReturningItem {
  id: ItemId;
  /** Null for a sub-item, which is in the group of its parent. */
  groupId: GroupId | null;
  rank: string;
}

export interface ReturnedItem {
  id: ItemId;
  position: number;
  rank: string;
  previousGroupId: GroupId;
  previousRank: string;
}

/** Reads and writes of changes.undo, inside a transaction. */
@Injectable()
export class ItemUndoRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks boards exclusively until the transaction ends: thousands of items can change, more than the lock table has room for
   * lists. Writers wait meanwhile.
   */
  async lockBoards(context: CallContext, boardIds: Iterable<BoardId>): Promise<void> {
    await this.database.query(context, TIMEOUT, []);
    for (const id of [...boardIds].toSorted()) await this.database.query(context, LOCK_BOARD, [id]);
  }

  /** Renaming an item locks only its row. */
  async lockItems(context: CallContext, ids: readonly ItemId[]): Promise<void> {
    await this.database.query(context, LOCK_ITEMS, [context.organizationId, ids]);
  }

  /** `withValues`: the items whose values are read too. */
  async states(
    context: CallContext,
    ids: readonly ItemId[],
    withValues: readonly ItemId[],
  ): Promise<Map<ItemId, ItemState>> {
    const values = [context.organizationId, ids, withValues];
    const rows = await this.database.query<ItemState>(context, STATES, values);
    return new Map(rows.map((row) => [row.id, row]));
  }

  returnPlaces(context: CallContext, items: readonly ReturningItem[]): Promise<ReturnedItem[]> {
    return this.database.query<ReturnedItem>(context, RETURN, [
      context.organizationId,
      items.map(({ id }) => id),
      items.map(({ groupId }) => groupId),
      items.map(({ rank }) => rank),
      clock.now(),
    ]);
  }
}
