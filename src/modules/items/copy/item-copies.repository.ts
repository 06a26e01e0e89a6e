import { Injectable } from '@nestjs/common';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

const TIMEOUT = statement('item-copies.patience', `set local statement_timeout = '300s'`);

// By id, so that the ids of copies have the order of the originals.
const ITEMS = statement(
  'item-copies.items',
  `select id, board_id as "boardId", trashed_at is null and archived_at is null as "isLive" from items
   where organization_id = $1 and board_id = any ($2) order by id`,
);

const ORIGINALS = statement(
  'item-copies.originals',
  `select id, group_id as "groupId", parent_id as "parentId", name, name_key as "nameKey", description,
     values::text as values, rank::text as rank
   from items
   where organization_id = $1 and board_id = $2 and (parent_id is not null) = $3 and id > $4
     and trashed_at is null and archived_at is null
   order by id limit $5`,
);

const INSERT = statement(
  'item-copies.insert',
  `insert into items (organization_id, id, key, board_id, group_id, parent_id, name, name_key, description, values, rank,
     created_by, created_at, updated_at)
   select $1, copy.id, keys.first + nextval('record_keys'), $2, copy.group_id, copy.parent_id, copy.name, copy.name_key, copy.description, copy.values,
     copy.rank, $3, $4, $4
   from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::jsonb[], $12::numeric[])
     as copy (id, group_id, parent_id, name, name_key, description, values, rank),
     (select organization_first_key(p_organization => $1) as first offset 0) keys`,
);

const COUNT = statement(
  'item-copies.count',
  `select item_lane_rebuild(p_lane => list.key)
   from (
     select key from groups where organization_id = $1 and id = any ($2)
     union all
     select key from items where organization_id = $1 and id = any ($2)
     order by key) list`,
);

/** An item of a board that is copied; only live items are copied with the board. */
export interface BoardItem {
  id: ItemId;
  boardId: BoardId;
  isLive: boolean;
}

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
    await this.database.query(context, TIMEOUT, []);
  }

  items(context: CallContext, boardIds: readonly BoardId[]): Promise<BoardItem[]> {
    return this.database.query<BoardItem>(context, ITEMS, [context.organizationId, boardIds]);
  }

  originals(
    context: CallContext,
    boardId: BoardId,
    { areSubItems, after, limit }: { areSubItems: boolean; after: ItemId | ''; limit: number },
  ): Promise<CopiedItem[]> {
    const values = [context.organizationId, boardId, areSubItems, after, limit];
    return this.database.query<CopiedItem>(context, ORIGINALS, values);
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

  /** Counts the items of groups and parents. */
  async countLists(context: CallContext, listIds: readonly string[]): Promise<void> {
    await this.database.query(context, COUNT, [context.organizationId, listIds]);
  }
}
