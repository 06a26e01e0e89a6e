import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import { tombstoneEnd } from '../../../kernel/tombstone';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { retriedIfTaken } from '../../columns';
import type { BoardFacts } from '../../hierarchy';

/** Live: both null. In Trash, `archivedAt` determines whether the item is restored to the archive. */
export interface ItemState {
  archivedAt: Date | null;
  trashedAt: Date | null;
}

// A deletion includes all items that are not in Trash yet. A restoration from Trash includes the sub-items
// that were deleted with their parent, archived or not. Archiving and unarchiving include the sub-items in the
// same state as their parent.
const WITH_SUB_ITEMS = statement(
  'items.with-sub-items',
  `select id, parent_id as "parentId" from items where organization_id = $1 and id = any ($2)
   union all
   select sub.id, sub.parent_id from items parent
   join items sub on sub.organization_id = $1 and sub.parent_id = parent.id and sub.id <> all ($2)
     and sub.trashed_at is not distinct from parent.trashed_at
     and ($3 or parent.trashed_at is not null or sub.archived_at is not distinct from parent.archived_at)
   where parent.organization_id = $1 and parent.id = any ($2)`,
);

const ARCHIVE = statement(
  'items.archive',
  `select item_change_state(
     p_organization => $1, p_items => $2, p_archived => $3, p_trashed => null, p_group => null, p_now => $4)`,
);

// Items that are deleted by themselves get an entry in Trash, not the sub-items that are deleted with their
// parent ($2 contains both).
const TRASH = statement(
  'items.trash',
  `with entries as (
     insert into trash_entries (organization_id, item_id, board_id, workspace_id, trashed_at, trashed_by)
     select $1, item.id, item.board_id, place.workspace_id, $3, $5
     from unnest($6::text[], $7::text[]) as place (board_id, workspace_id)
     join items item on item.organization_id = $1 and item.id = any ($2) and item.board_id = place.board_id
     where item.parent_id is null or item.parent_id <> all ($2)
     on conflict (organization_id, item_id) do update
     set board_id = excluded.board_id, workspace_id = excluded.workspace_id, trashed_at = excluded.trashed_at,
       trashed_by = excluded.trashed_by, tombstone_until = null)
   select item_change_state(
     p_organization => $1, p_items => $2, p_archived => null, p_trashed => $3, p_group => null,
     p_now => $4)`,
);

const RESTORE = statement(
  'items.restore',
  `with entries as (
     update trash_entries set tombstone_until = $5
     where organization_id = $1 and item_id = any ($2) and tombstone_until is null)
   select item_change_state(
     p_organization => $1, p_items => $2, p_archived => null, p_trashed => null, p_group => $3,
     p_now => $4)`,
);

const MERGE_GROUP = statement(
  'items.merge-group',
  `select item_group_merge(p_organization => $1, p_board => $2, p_from => $3, p_to => $4, p_now => $5)`,
);

const TRASH_GROUP = statement(
  'items.trash-group',
  `insert into trash_entries (organization_id, item_id, board_id, workspace_id, trashed_at, trashed_by)
   select $1, gone.id, $2, $5, $4, $6 from item_group_trash(
     p_organization => $1, p_board => $2, p_group => $3, p_now => $4) as gone (id)
   on conflict (organization_id, item_id) do update
   set board_id = excluded.board_id, workspace_id = excluded.workspace_id, trashed_at = excluded.trashed_at,
     trashed_by = excluded.trashed_by, tombstone_until = null
   returning item_id as id`,
);

const ARCHIVE_GROUP = statement(
  'items.archive-group',
  `select item_group_archive(p_organization => $1, p_board => $2, p_group => $3, p_archived => $4, p_now => $5)`,
);

const RESTORE_GROUP = statement(
  'items.restore-group',
  `select item_group_restore(p_organization => $1, p_board => $2, p_group => $3, p_archived => $4, p_now => $5)`,
);

const RANKS_IN_GROUP = statement(
  'items.ranks-in-group',
  `select id, rank::text as rank from items
   where organization_id = $1 and board_id = $2 and group_id = $3 and parent_id is null and trashed_at is null
   limit $4`,
);

const RANKS = statement(
  'items.ranks',
  `select id, rank::text as rank from items where organization_id = $1 and id = any ($2)`,
);

// A group can contain 100,000 items; the default timeout is for calls on a few.
const TIMEOUT = statement('items.patience', `set local statement_timeout = '300s'`);

/** Archive, Trash and restore, and the items of a group that is deleted. All inside a transaction. */
@Injectable()
export class ItemStatesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The items and the sub-items that share their change: all of them for Trash, otherwise those that have been in
   * the same state since the same moment.
   */
  async withSubItems(
    context: CallContext,
    ids: readonly ItemId[],
    { trashedAt }: ItemState,
  ): Promise<ItemId[]> {
    const rows = await this.database.query<{ id: ItemId }>(context, WITH_SUB_ITEMS, [
      context.organizationId,
      ids,
      trashedAt !== null,
    ]);
    return rows.map(({ id }) => id);
  }

  /** As withSubItems, each item with those of its sub-items that are changed with it or are named too. */
  async families(
    context: CallContext,
    ids: readonly ItemId[],
    { trashedAt }: ItemState,
  ): Promise<ItemId[][]> {
    const rows = await this.database.query<{ id: ItemId; parentId: ItemId | null }>(context, WITH_SUB_ITEMS, [
      context.organizationId,
      ids,
      trashedAt !== null,
    ]);
    const named = new Set(ids);
    const families = new Map<ItemId, ItemId[]>();
    for (const { id, parentId } of rows) {
      const first = parentId !== null && named.has(parentId) ? parentId : id;
      const family = families.get(first);
      if (family) family.push(id);
      else families.set(first, [id]);
    }
    return [...families.values()];
  }

  async archive(context: CallContext, ids: readonly ItemId[], at: Date): Promise<void> {
    await this.database.query(context, ARCHIVE, [context.organizationId, ids, at, clock.now()]);
  }

  /** `boards`: the boards of the items. */
  async trash(
    context: CallContext,
    ids: readonly ItemId[],
    at: Date,
    boards: readonly BoardFacts[],
  ): Promise<void> {
    await this.database.query(context, TRASH, [
      context.organizationId,
      ids,
      at,
      clock.now(),
      context.principal.userId,
      boards.map((board) => board.id),
      boards.map((board) => board.workspace.id),
    ]);
  }

  /** `groupId`: the group to restore the items to if their own group no longer exists. */
  async restore(context: CallContext, ids: readonly ItemId[], groupId: GroupId | null): Promise<void> {
    const values = [context.organizationId, ids, groupId, clock.now(), tombstoneEnd()];
    await retriedIfTaken(this.database.query(context, RESTORE, values));
  }

  async mergeGroup(context: TenantContext, board: BoardFacts, from: GroupId, to: GroupId): Promise<void> {
    await this.database.query(context, TIMEOUT, []);
    await this.database.query(context, MERGE_GROUP, [...place(context, board.id), from, to, clock.now()]);
  }

  /** Archives the live items of a group. */
  async archiveGroup(context: TenantContext, board: BoardFacts, groupId: GroupId, at: Date): Promise<void> {
    await this.database.query(context, TIMEOUT, []);
    await this.database.query(context, ARCHIVE_GROUP, [
      ...place(context, board.id),
      groupId,
      at,
      clock.now(),
    ]);
  }

  /** Restores the items that were archived at a time, with their group. */
  async restoreGroup(context: TenantContext, board: BoardFacts, groupId: GroupId, at: Date): Promise<void> {
    await this.database.query(context, TIMEOUT, []);
    await this.database.query(context, RESTORE_GROUP, [
      ...place(context, board.id),
      groupId,
      at,
      clock.now(),
    ]);
  }

  /** At most `limit` top-level items of a group that are not in Trash. */
  ranksInGroup(
    context: TenantContext,
    boardId: BoardId,
    groupId: GroupId,
    limit: number,
  ): Promise<{ id: ItemId; rank: string }[]> {
    return this.database.query(context, RANKS_IN_GROUP, [...place(context, boardId), groupId, limit]);
  }

  async ranks(context: TenantContext, ids: readonly ItemId[]): Promise<Map<ItemId, string>> {
    const values = [context.organizationId, ids];
    const rows = await this.database.query<{ id: ItemId; rank: string }>(context, RANKS, values);
    return new Map(rows.map(({ id, rank }) => [id, rank]));
  }

  /** Returns the top-level items that were deleted. */
  async trashGroup(context: CallContext, board: BoardFacts, groupId: GroupId): Promise<ItemId[]> {
    await this.database.query(context, TIMEOUT, []);
    const rows = await this.database.query<{ id: ItemId }>(context, TRASH_GROUP, [
      ...place(context, board.id),
      groupId,
      clock.now(),
      board.workspace.id,
      context.principal.userId,
    ]);
    return rows.map(({ id }) => id);
  }
}

function place(context: TenantContext, boardId: BoardId): string[] {
  return [context.organizationId, boardId];
}
