import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { IndexRows } from '../columns';

const PATIENCE = statement('item-copies.patience', `set local statement_timeout = '300s'`);

const LIVE = statement(
  'item-copies.live',
  `select id from items
   where organization_id = $1 and board_id = any ($2) and trashed_at is null and archived_at is null`,
);

// By id, so that a parent, made before its sub-items, is copied before them.
const ORIGINALS = statement(
  'item-copies.originals',
  `select id, group_id as "groupId", parent_id as "parentId", name, name_key as "nameKey", description,
     values::text as values, rank::text as rank
   from items
   where organization_id = $1 and board_id = $2 and ($3::text is null or id > $3)
     and trashed_at is null and archived_at is null
   order by id limit $4`,
);

const INSERT = statement(
  'item-copies.insert',
  `insert into items (organization_id, id, board_id, group_id, parent_id, name, name_key, description, values, rank,
     created_by, created_at, updated_at)
   select $1, copy.id, $2, copy.group_id, copy.parent_id, copy.name, copy.name_key, copy.description, copy.values,
     copy.rank, $3, $4, $4
   from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::jsonb[], $12::numeric[])
     as copy (id, group_id, parent_id, name, name_key, description, values, rank)`,
);

const INDEX = statement(
  'item-copies.index',
  `insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key, text_key, ref)
   select $1, entry.column_id, entry.item_id, entry.ordinal, items.lane, items.rank, entry.number_key, entry.text_key,
     entry.ref
   from unnest($2::text[], $3::text[], $4::smallint[], $5::float8[], $6::text[], $7::text[])
     as entry (column_id, item_id, ordinal, number_key, text_key, ref)
   join items on items.organization_id = $1 and items.id = entry.item_id`,
);

const COUNT = statement(
  'item-copies.count',
  `select item_lane_rebuild($1, lane) from unnest($2::text[]) lane`,
);

const CONTINUE_NUMBERS = statement(
  'item-copies.continue-numbers',
  `update column_counters copy
   set last_number = original.last_number
   from unnest($2::text[], $3::text[]) as pair (from_id, to_id)
   join column_counters original on original.organization_id = $1 and original.column_id = pair.from_id
   where copy.organization_id = $1 and copy.column_id = pair.to_id`,
);

export interface CopiedItem {
  id: ItemId;
  groupId: GroupId;
  parentId: ItemId | null;
  name: string;
  nameKey: string;
  description: string | null;
  /** JSON text. */
  values: string;
  rank: string;
}

@Injectable()
export class ItemCopiesRepository {
  constructor(private readonly database: Database) {}

  async allowLongStatements(context: CallContext): Promise<void> {
    await this.database.query(context, PATIENCE, []);
  }

  async liveItems(context: CallContext, boardIds: readonly BoardId[]): Promise<ItemId[]> {
    const rows = await this.database.query<{ id: ItemId }>(context, LIVE, [context.organizationId, boardIds]);
    return rows.map(({ id }) => id);
  }

  originals(
    context: CallContext,
    boardId: BoardId,
    after: ItemId | null,
    limit: number,
  ): Promise<CopiedItem[]> {
    return this.database.query<CopiedItem>(context, ORIGINALS, [
      context.organizationId,
      boardId,
      after,
      limit,
    ]);
  }

  async insert(
    context: CallContext,
    boardId: BoardId,
    items: readonly CopiedItem[],
    at: Date,
  ): Promise<void> {
    await this.database.query(context, INSERT, [
      context.organizationId,
      boardId,
      context.principal.userId,
      at,
      items.map((item) => item.id),
      items.map((item) => item.groupId),
      items.map((item) => item.parentId),
      items.map((item) => item.name),
      items.map((item) => item.nameKey),
      items.map((item) => item.description),
      items.map((item) => item.values),
      items.map((item) => item.rank),
    ]);
  }

  async index(context: CallContext, entries: readonly (IndexRows & { itemIds: string[] })[]): Promise<void> {
    await this.database.query(context, INDEX, [
      context.organizationId,
      entries.flatMap((entry) => entry.columnIds),
      entries.flatMap((entry) => entry.itemIds),
      entries.flatMap((entry) => entry.ordinals),
      entries.flatMap((entry) => entry.numberKeys),
      entries.flatMap((entry) => entry.textKeys),
      entries.flatMap((entry) => entry.refs),
    ]);
  }

  async countLanes(context: CallContext, lanes: readonly string[]): Promise<void> {
    await this.database.query(context, COUNT, [context.organizationId, lanes]);
  }

  async continueNumbers(context: CallContext, columns: ReadonlyMap<ColumnId, ColumnId>): Promise<void> {
    await this.database.query(context, CONTINUE_NUMBERS, [
      context.organizationId,
      [...columns.keys()],
      [...columns.values()],
    ]);
  }
}
