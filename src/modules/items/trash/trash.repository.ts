import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import {
  type BoardId,
  type ItemId,
  newId,
  type OrganizationId,
  type UserId,
  type WorkspaceId,
} from '../../../kernel/ids';
import { tombstoneEnd } from '../../../kernel/tombstone';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { BOARD_STRUCTURE } from '../../../platform/database/locks';
import { type CausedContext, originOf } from '../../../platform/events/origin-of';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { itemsEvents } from '../items.events';

/** Entries that the daily purge reads in one transaction. */
const BATCH = 100;

const LOCK_BOARDS = statement(
  'trash.lock-boards',
  `select ${BOARD_STRUCTURE.shared('board')} from unnest($1::text[]) board`,
);

const FAMILIES = statement(
  'trash.families',
  `select id from items
   where organization_id = $1 and (id = any ($2) or parent_id = any ($2)) and trashed_at is not null
   order by id for update`,
);

const PURGE = statement(
  'trash.purge',
  `with gone as (
     delete from items where organization_id = $1 and id = any ($2)
     returning id, key, board_id, group_id, parent_id, name, description, values),
   index_rows as (
     delete from item_values where item_key in (select key from gone)),
   counters as (
     delete from item_runs where lane in (select key from gone)),
   entries as (
     update trash_entries set tombstone_until = $6
     where organization_id = $1 and item_id = any ($2::text[] || $7::text[]) and tombstone_until is null)
   insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
   select event.id, $1, '${itemsEvents.deleted.name}', gone.board_id, gone.id, $4,
     jsonb_build_object('name', gone.name, 'description', gone.description, 'groupId', gone.group_id,
       'parentId', gone.parent_id, 'values', gone.values), $5, $8
   from unnest($2::text[], $3::text[]) with ordinality as event (item_id, id, at)
   join gone on gone.id = event.item_id
   order by event.at`,
);

const MOVE_BOARD = statement(
  'trash.move-board',
  `update trash_entries set workspace_id = $3 where organization_id = $1 and board_id = $2`,
);

const DUE = statement(
  'trash.due',
  `select organization_id as "organizationId", item_id as "itemId", board_id as "boardId" from trash_entries
   where trashed_at < $1 and tombstone_until is null order by trashed_at limit ${BATCH}`,
);

const STILL_DUE = statement(
  'trash.still-due',
  `select item_id as "itemId" from trash_entries
   where organization_id = $1 and item_id = any ($2) and trashed_at < $3 and tombstone_until is null`,
);

const REMOVE_TOMBSTONES = statement(
  'trash.remove-tombstones',
  `delete from trash_entries
   where (organization_id, item_id) in (
     select organization_id, item_id from trash_entries where tombstone_until <= $1 limit 1000)
   returning 1`,
);

export interface DueEntry {
  organizationId: OrganizationId;
  itemId: ItemId;
  boardId: BoardId;
}

/** Permanent deletion of items from Trash. */
@Injectable()
export class TrashRepository {
  constructor(private readonly database: Database) {}

  /** Also the entries of items that were purged: their ids can be cursors. */
  async moveBoard(context: TenantContext, boardId: BoardId, workspaceId: WorkspaceId): Promise<void> {
    await this.database.query(context, MOVE_BOARD, [context.organizationId, boardId, workspaceId]);
  }

  /** Locks the groups and columns of boards in their current state. */
  async lockBoards(context: TenantContext, boardIds: readonly BoardId[]): Promise<void> {
    await this.database.query(context, LOCK_BOARDS, [boardIds]);
  }

  /**
   * Deletes items in Trash with their sub-items, index rows and counters, and writes an event for each of them.
   * The caller has locked the boards and the lists. `actorId` is null for the daily purge.
   */
  async purge(
    context: TenantContext & CausedContext,
    ids: readonly ItemId[],
    actorId: UserId | null,
  ): Promise<void> {
    const rows = await this.database.query<{ id: ItemId }>(context, FAMILIES, [context.organizationId, ids]);
    await this.database.query(context, PURGE, [
      context.organizationId,
      rows.map(({ id }) => id),
      rows.map(() => newId('event')),
      actorId,
      clock.now(),
      tombstoneEnd(),
      ids,
      originOf(context),
    ]);
  }

  /** The oldest entries from before a moment, across organizations. */
  due(before: Date): Promise<DueEntry[]> {
    return this.database.query<DueEntry>(NO_TRANSACTION, DUE, [before]);
  }

  /** The items that are still due. */
  async stillDue(context: TenantContext, ids: readonly ItemId[], before: Date): Promise<ItemId[]> {
    const values = [context.organizationId, ids, before];
    const rows = await this.database.query<{ itemId: ItemId }>(context, STILL_DUE, values);
    return rows.map(({ itemId }) => itemId);
  }

  /** Deletes up to a thousand entries that no cursor can name any more; returns the number. */
  async removeTombstones(): Promise<number> {
    const rows = await this.database.query(NO_TRANSACTION, REMOVE_TOMBSTONES, [clock.now()]);
    return rows.length;
  }
}
