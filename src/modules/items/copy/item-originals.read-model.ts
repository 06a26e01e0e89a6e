import { Injectable } from '@nestjs/common';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import { POSITION, POSITION_JOINS } from '../move/item-position';

const FIELDS = `item.id, item.board_id as "boardId", item.group_id as "groupId", item.parent_id as "parentId",
  item.name, item.description, item.values, item.rank::text as rank`;

const LIVE = statement(
  'items.original',
  `select ${FIELDS}, ${POSITION} from items item ${POSITION_JOINS}
   where item.organization_id = $1 and item.id = $2 and item.archived_at is null and item.trashed_at is null`,
);

// The key belongs to the organization. A condition on the organization itself would, planned for an empty table, combine two indexes and
// read all its items (decision 0154).
export const SUB_ITEMS = statementFamily(
  'items.original-sub-items',
  (limit: number) => `select ${FIELDS} from items item
   where item.rank > $3 and item.lane = (select key from items where organization_id = $1 and id = $2)
   order by item.rank limit ${limit}`,
);

const OF_GROUP = statementFamily(
  'items.originals-of-group',
  (limit: number) => `select ${FIELDS} from items item
   where item.lane = $1
   order by item.rank, item.key limit ${limit}`,
);

const SUB_ITEMS_OF = statementFamily(
  'items.originals-sub-items-of',
  (limit: number) => `select ${FIELDS} from items item
   where item.organization_id = $1 and item.parent_id = any ($2) and item.lane > 0
   order by array_position($2, item.parent_id), item.rank, item.key limit ${limit}`,
);

/** Everything that is stored of an item that is copied. */
export interface ItemOriginal {
  id: ItemId;
  boardId: BoardId;
  groupId: GroupId;
  parentId: ItemId | null;
  name: string;
  description: string | null;
  /** Parsed JSON. */
  values: unknown;
  rank: string;
}

@Injectable()
export class ItemOriginalsReadModel {
  constructor(private readonly database: Database) {}

  async live(context: CallContext, id: ItemId): Promise<(ItemOriginal & { position: number }) | null> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<ItemOriginal & { position: number }>(context, LIVE, values);
    return row ?? null;
  }

  /** Live sub-items after a rank, in their order. */
  subItems(context: CallContext, id: ItemId, after: string, limit: number): Promise<ItemOriginal[]> {
    return this.database.query(context, SUB_ITEMS(limit), [context.organizationId, id, after]);
  }

  /** The first live top-level items of a group that the caller has read, in their order. */
  ofGroup(context: CallContext, group: RecordKey, limit: number): Promise<ItemOriginal[]> {
    return this.database.query(context, OF_GROUP(limit), [group]);
  }

  /** The first live sub-items of these items, parent by parent, in their order. */
  subItemsOf(context: CallContext, parents: readonly ItemId[], limit: number): Promise<ItemOriginal[]> {
    return this.database.query(context, SUB_ITEMS_OF(limit), [context.organizationId, parents]);
  }
}
