import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, type ColumnId, type GroupId, type ItemId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { PreparedValues } from '../columns';

const NUMBERS = statement(
  'items.bulk-numbers',
  `update column_counters set last_number = last_number + $3 where organization_id = $1 and column_id = $2
   returning (last_number - $3 + 1)::float8 as first`,
);

const CREATE = statement(
  'items.bulk-create',
  `select grown_lane as lane, grown_rank as rank
   from item_bulk_create($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
);

const FAMILIES = statement(
  'items.families',
  `with family as materialized (
     select id, board_id, parent_id, rank, values, created_at from items
     where organization_id = $1 and (id = any ($2) or parent_id = any ($2))
     order by id for no key update)
   select id, board_id as "boardId", values, created_at as "createdAt" from family
   order by array_position($2, coalesce(parent_id, id)), parent_id nulls first, rank`,
);

const REHOME = statement(
  'items.bulk-rehome',
  `select item_bulk_rehome($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

const MOVE = statement(
  'items.bulk-move',
  `select moved_id as id, moved_position::float8 as position, moved_rank as rank, previous_group as "previousGroupId",
     has_changed as "hasChanged", wants_upkeep as "wantsUpkeep"
   from item_bulk_move($1, $2, $3, $4, $5)`,
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
  /** True for one item at most, around which the list wants upkeep. */
  wantsUpkeep: boolean;
  position: number;
  previousGroupId: GroupId;
  /** False for one that kept its group and its position. */
  hasChanged: boolean;
}

/** Writes of many items at once; inside a transaction that holds the boards' structures and the lists. */
@Injectable()
export class ItemBulkRepository {
  constructor(private readonly database: Database) {}

  /** The first of `count` numbers in a row of an auto-number column, none of which anybody else gets. */
  async firstNumber(context: CallContext, columnId: ColumnId, count: number): Promise<number> {
    const values = [context.organizationId, columnId, count];
    const [row] = await this.database.query<{ first: number }>(context, NUMBERS, values);
    return row!.first;
  }

  /**
   * `position` null: the end of each item's list. Parents stand before their sub-items. Answers the lists that want upkeep,
   * and the rank around which.
   */
  create(
    context: CallContext,
    to: { boardId: BoardId; groupId: GroupId; position: number | null },
    items: readonly BulkItem[],
    at: Date,
  ): Promise<{ lane: string; rank: string }[]> {
    return this.database.query(context, CREATE, [
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
      at,
      items.map(() => newId('event')),
    ]);
  }

  /** Each item, then its sub-items, archived and trashed ones too, with their stored values. */
  families<Values>(
    context: CallContext,
    ids: readonly ItemId[],
  ): Promise<{ id: ItemId; boardId: BoardId; values: Values; createdAt: string }[]> {
    return this.database.query(context, FAMILIES, [context.organizationId, ids]);
  }

  /** Gives items to another board, with the values that they have there; they are moved to a group of it next. */
  async rehome(
    context: CallContext,
    boardId: BoardId,
    items: readonly { id: ItemId; values: PreparedValues }[],
  ): Promise<void> {
    await this.database.query(context, REHOME, [
      context.organizationId,
      boardId,
      items.map(({ id }) => id),
      items.map(({ values }) => JSON.stringify(values.set)),
      ...entriesOf(items),
      clock.now(),
    ]);
  }

  /** Empty when they stand so already. */
  move(
    context: CallContext,
    ids: readonly ItemId[],
    to: { groupId: GroupId; position: number | null },
  ): Promise<BulkMoved[]> {
    const values = [context.organizationId, ids, to.groupId, to.position, clock.now()];
    return this.database.query<BulkMoved>(context, MOVE, values);
  }
}

/** The rows of item_values of several items, a list for each column of the table, the items' ids first. */
function entriesOf(items: readonly { id: ItemId; values: PreparedValues }[]): unknown[][] {
  const entries = items.map(({ values }) => values.entries);
  return [
    items.flatMap(({ id, values }) => values.entries.columnIds.map(() => id)),
    entries.flatMap((rows) => rows.columnIds),
    entries.flatMap((rows) => rows.ordinals),
    entries.flatMap((rows) => rows.numberKeys),
    entries.flatMap((rows) => rows.textKeys),
    entries.flatMap((rows) => rows.refs),
  ];
}
