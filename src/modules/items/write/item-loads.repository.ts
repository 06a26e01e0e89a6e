import { Injectable } from '@nestjs/common';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import type { Copy } from '../../../platform/database/copy/copy-in';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { InTransaction } from '../../../platform/database/transaction';
import { retriedIfTaken } from '../../columns';
import type { Place } from './item-load-copies';

// Keys and ranks come before the rows, so that no statement has to look up the rank of an item for its index rows.
const RESERVE = statement(
  'item-loads.reserve',
  `select keys.first + nextval('record_keys') as key, nextval('item_ranks')::text as rank
   from (select organization_first_key(p_organization => $1) as first offset 0) keys, generate_series(1, $2)`,
);

// A normal write merges what the index has collected when that is larger than 256 kB. A load lets other connections merge
// it meanwhile, and merges itself what they leave. A search reads 4 MB of what is collected in 5 ms.
const COLLECT_NAMES = statement('item-loads.collect-names', `set local gin_pending_list_limit = '16MB'`);

const MERGE_NAMES = statement(
  'item-loads.merge-names',
  `select gin_clean_pending_list('items_name_grams_idx')`,
);

const LENGTHS = statement(
  'item-loads.lengths',
  `select groups.id as "groupId", sum(live)::float8 as length
   from groups join item_runs on item_runs.lane = groups.key and level = 2
   where groups.organization_id = $1 and groups.id = any ($2) group by groups.id`,
);

// Live top-level items: another item cannot have sub-items (decision 0024).
const PARENTS = statement(
  'item-loads.parents',
  `select id, key, group_id as "groupId",
     coalesce((select sum(live) from item_runs where lane = items.key and level = 2), 0)::float8 as length
   from items
   where organization_id = $1 and board_id = $2 and id = any ($3)
     and parent_id is null and archived_at is null and trashed_at is null`,
);

/** An item that gets sub-items. */
export interface LoadedParent {
  key: RecordKey;
  groupId: GroupId;
}

@Injectable()
export class ItemLoadsRepository {
  constructor(private readonly database: Database) {}

  /** Until the transaction ends; `mergeNames` follows after it. */
  async collectNames(context: CallContext): Promise<void> {
    await this.database.query(context, COLLECT_NAMES, []);
  }

  async mergeNames(): Promise<void> {
    await this.database.query(NO_TRANSACTION, MERGE_NAMES, []);
  }

  /** Before the copies that follow, without waiting for those before. */
  async reserve(context: InTransaction<CallContext>, count: number): Promise<Place[]> {
    const values = [context.organizationId, count];
    return (await context.transaction.sendInTurn<Place>(RESERVE, values)).rows;
  }

  /** Items with their index rows and events; counters follow. They are written when `written` resolves. */
  append(context: InTransaction<CallContext>, copies: readonly Copy[]): { written: Promise<void> } {
    return { written: retriedIfTaken(context.transaction.copyAll(copies)) };
  }

  /** The number of items in each group; an empty one can be missing. */
  async lengths(context: CallContext, groupIds: readonly GroupId[]): Promise<Map<GroupId, number>> {
    const rows = await this.database.query<{ groupId: GroupId; length: number }>(context, LENGTHS, [
      context.organizationId,
      groupIds,
    ]);
    return new Map(rows.map(({ groupId, length }) => [groupId, length]));
  }

  /** Those of the items that can have sub-items, with the number that they have. */
  async parents(
    context: CallContext,
    boardId: BoardId,
    ids: readonly ItemId[],
  ): Promise<(LoadedParent & { id: ItemId; length: number })[]> {
    return this.database.query(context, PARENTS, [context.organizationId, boardId, ids]);
  }
}
