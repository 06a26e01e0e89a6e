import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type BoardId, type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { ActingContext, CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { actorOf, originOf } from '../../../platform/events/origin-of';
import { type PreparedValues, retriedIfTaken } from '../../columns';

const CREATE = statement(
  'items.bulk-create',
  `select maintenance_lane as lane, maintenance_rank as rank
   from item_bulk_create(
     p_organization => $1, p_board => $2, p_group => $3, p_position => $4, p_ids => $5, p_parents => $6,
     p_names => $7, p_name_keys => $8, p_descriptions => $9, p_values => $10, p_entry_items => $11,
     p_columns => $12, p_ordinals => $13, p_number_keys => $14, p_text_keys => $15, p_refs => $16,
     p_creator => $17, p_actor => $18, p_now => $19, p_event_ids => $20,
     p_origin => $21)`,
);

const FAMILIES = statement(
  'items.families',
  `with family as materialized (
     select id, board_id, parent_id, rank, values, trashed_at, created_at from items
     where organization_id = $1 and (id = any ($2) or parent_id = any ($2))
     order by id for no key update)
   select id, board_id as "boardId", parent_id as "parentId", values, trashed_at is not null as "isTrashed",
     created_at as "createdAt"
   from family
   order by array_position($2, coalesce(parent_id, id)), parent_id nulls first, rank`,
);

const REHOME = statement(
  'items.bulk-relocate',
  `select item_bulk_relocate(
     p_organization => $1, p_board => $2, p_ids => $3, p_values => $4, p_entry_items => $5,
     p_columns => $6, p_ordinals => $7, p_number_keys => $8, p_text_keys => $9, p_refs => $10, p_now => $11)`,
);

const MOVE = statement(
  'items.bulk-move',
  `select moved_id as id, moved_position::float8 as position, moved_rank as rank, previous_group as "previousGroupId",
     previous_rank as "previousRank", has_changed as "hasChanged", needs_maintenance as "needsMaintenance"
   from item_bulk_move(p_organization => $1, p_items => $2, p_group => $3, p_position => $4, p_now => $5)`,
);

export interface BulkItem {
  id: ItemId;
  parentId: ItemId | null;
  name: string;
  nameKey: string;
  description: string | null;
  values: PreparedValues;
}

export interface BulkMoved {
  id: ItemId;
  rank: string;
  /** True for at most one item per list: the one around which the list needs maintenance. */
  needsMaintenance: boolean;
  position: number;
  previousGroupId: GroupId;
  previousRank: string;
  /** False for an item that kept its group and its position. */
  hasChanged: boolean;
}

/** Writes of many items, inside a transaction that has locked the structures of the boards and the lists. */
@Injectable()
export class ItemBulkRepository {
  constructor(private readonly database: Database) {}

  /**
   * `position` null: the end of each item's list. Parents precede their sub-items. Returns the lists that need
   * maintenance, each with the rank around which.
   */
  create(
    context: ActingContext,
    to: { boardId: BoardId; groupId: GroupId; position: number | null },
    items: readonly BulkItem[],
    at: Date,
  ): Promise<{ lane: RecordKey; rank: string }[]> {
    const values = [
      context.organizationId,
      to.boardId,
      to.groupId,
      to.position,
      items.map((item) => item.id),
      items.map((item) => item.parentId),
      items.map((item) => item.name),
      items.map((item) => item.nameKey),
      items.map((item) => item.description),
      items.map((item) => JSON.stringify(item.values.set)),
      ...entriesOf(items),
      context.principal.userId,
      actorOf(context),
      at,
      items.map(() => newId('event')),
      originOf(context),
    ];
    return retriedIfTaken(this.database.query(context, CREATE, values));
  }

  /** Each item, then its sub-items, including archived and trashed ones, with their stored values. */
  families<Values>(
    context: CallContext,
    ids: readonly ItemId[],
  ): Promise<
    {
      id: ItemId;
      boardId: BoardId;
      parentId: ItemId | null;
      values: Values;
      isTrashed: boolean;
      createdAt: string;
    }[]
  > {
    return this.database.query(context, FAMILIES, [context.organizationId, ids]);
  }

  /**
   * Assigns items to another board, with their values there; the caller then moves them to a group of that board.
   */
  async relocate(
    context: CallContext,
    boardId: BoardId,
    items: readonly { id: ItemId; values: PreparedValues }[],
  ): Promise<void> {
    const written = [
      context.organizationId,
      boardId,
      items.map(({ id }) => id),
      items.map(({ values }) => JSON.stringify(values.set)),
      ...entriesOf(items),
      clock.now(),
    ];
    await retriedIfTaken(this.database.query(context, REHOME, written));
  }

  /** Empty when the items are already in that order. */
  move(
    context: CallContext,
    ids: readonly ItemId[],
    to: { groupId: GroupId; position: number | null },
  ): Promise<BulkMoved[]> {
    const values = [context.organizationId, ids, to.groupId, to.position, clock.now()];
    return this.database.query<BulkMoved>(context, MOVE, values);
  }
}

/** The rows of item_values of several items: one array for each column of the table, the items' ids first. */
function entriesOf(items: readonly { id: ItemId; values: PreparedValues }[]): unknown[][] {
  const entries = items.map(({ values }) => values.entries);
  return [
    items.flatMap(({ id, values }) => values.entries.columnKeys.map(() => id)),
    entries.flatMap((rows) => rows.columnKeys),
    entries.flatMap((rows) => rows.ordinals),
    entries.flatMap((rows) => rows.numberKeys),
    entries.flatMap((rows) => rows.textKeys),
    entries.flatMap((rows) => rows.refs),
  ];
}
