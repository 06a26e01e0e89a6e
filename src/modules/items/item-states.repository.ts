import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, GroupId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { BoardFacts } from '../hierarchy';
import { columnIds } from './items.repository';

/** Live: both null. */
export interface ItemState {
  archivedAt: Date | null;
  trashedAt: Date | null;
}

const HOLD_STRUCTURE = statement('items.hold-structure', `select board_structure_hold($1, $2, $3)`);

const WITH_SUB_ITEMS = statement(
  'items.with-sub-items',
  `select id from items where organization_id = $1 and (id = any ($2) or parent_id = any ($2))
     and trashed_at is not distinct from $3 and ($3::timestamptz is not null or (archived_at is not null) = $4)`,
);

const VERSIONS = statement(
  'items.versions',
  `select id, archived_at as "archivedAt", trashed_at as "trashedAt", updated_at as "updatedAt"
   from items where organization_id = $1 and id = any ($2) order by id for no key update`,
);

const CHANGE_STATE = statement(
  'items.change-state',
  `select id from item_change_state($1, $2, $3, $4, $5, $6)`,
);

const MERGE_GROUP = statement('items.merge-group', `select item_group_merge($1, $2, $3, $4, $5, $6)`);

const TRASH_GROUP = statement('items.trash-group', `select id from item_group_trash($1, $2, $3, $4, $5)`);

// A group may hold a hundred thousand items; the ordinary limit is for calls about a few.
const PATIENCE = statement('items.patience', `set local statement_timeout = '300s'`);

export interface VersionedItem {
  id: ItemId;
  archivedAt: string | null;
  trashedAt: string | null;
  updatedAt: string;
}

/** Archive, Trash and restore, and what happens to the items of a group that goes. All inside a transaction. */
@Injectable()
export class ItemStatesRepository {
  constructor(private readonly database: Database) {}

  /** Lets the board's groups and columns stand still; refuses when they are no longer these. */
  async holdStructure(context: CallContext, board: BoardFacts): Promise<void> {
    await this.database.query(context, HOLD_STRUCTURE, [
      context.organizationId,
      board.id,
      board.structureVersion,
    ]);
  }

  /** The items as they are; they stand still until the transaction ends. */
  versions(context: CallContext, ids: readonly ItemId[]): Promise<VersionedItem[]> {
    return this.database.query<VersionedItem>(context, VERSIONS, [context.organizationId, ids]);
  }

  /** The items and those of their sub-items that are in the same state: in Trash since the same moment, archived, live. */
  async withSubItems(context: CallContext, ids: readonly ItemId[], state: VersionedItem): Promise<ItemId[]> {
    const rows = await this.database.query<{ id: ItemId }>(context, WITH_SUB_ITEMS, [
      context.organizationId,
      ids,
      state.trashedAt,
      state.archivedAt !== null,
    ]);
    return rows.map(({ id }) => id);
  }

  /** `groupId`: where the items come back to, when their own group is gone. */
  async change(
    context: CallContext,
    ids: readonly ItemId[],
    { archivedAt, trashedAt }: ItemState,
    groupId: GroupId | null = null,
  ): Promise<void> {
    await this.database.query(context, CHANGE_STATE, [
      context.organizationId,
      ids,
      archivedAt,
      trashedAt,
      groupId,
      clock.now(),
    ]);
  }

  async mergeGroup(context: TenantContext, board: BoardFacts, from: GroupId, to: GroupId): Promise<void> {
    await this.database.query(context, PATIENCE, []);
    await this.database.query(context, MERGE_GROUP, [
      ...place(context, board.id),
      from,
      to,
      columnIds(board),
      clock.now(),
    ]);
  }

  /** Answers the top-level items that went. */
  async trashGroup(context: TenantContext, board: BoardFacts, groupId: GroupId): Promise<ItemId[]> {
    await this.database.query(context, PATIENCE, []);
    const rows = await this.database.query<{ id: ItemId }>(context, TRASH_GROUP, [
      ...place(context, board.id),
      groupId,
      columnIds(board),
      clock.now(),
    ]);
    return rows.map(({ id }) => id);
  }
}

function place(context: TenantContext, boardId: BoardId): string[] {
  return [context.organizationId, boardId];
}
