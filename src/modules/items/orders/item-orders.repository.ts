import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import { Database } from '../../../platform/database/database';
import { BOARD_STRUCTURE } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { ItemOrderEntity } from './item-order.entity';

const COUNT = statement(
  'item-orders.count',
  `select sum(live)::float8 as count from item_runs where lane = any ($1) and level = 2`,
);

// Imports write without the lock of the board. They are repeated if the version of its structure changes.
const WAIT_FOR_WRITERS = statement(
  'item-orders.wait-for-writers',
  `select board_structure_change(p_organization => $1, p_board => $2)`,
);

const LOCK_BOARD = statement('item-orders.lock-board', `select ${BOARD_STRUCTURE.shared('$1')}`);

/** Declined orders are reconsidered after a day. */
const RECONSIDERED_AFTER = `interval '1 day'`;

/** The largest share of empty cells for which an order is faster than a scan, which finds one in every few items. */
const MAX_EMPTY_SHARE = 0.75;

const IS_WORTH_IT = statement(
  'item-orders.is-worth-it',
  `select (select count(*) from item_values where column_key = columns.key and ordinal = 0)
     >= ${1 - MAX_EMPTY_SHARE} * (select count(*) from items where board_id = columns.board_id) as "isWorthIt"
   from columns where organization_id = $1 and board_id = $2 and id = $3`,
);

const FIND = statement(
  'item-orders.find',
  `select key, state, state = 'declined' and decided_at < $4::timestamptz - ${RECONSIDERED_AFTER} as "isOutdated"
   from item_orders where organization_id = $1 and board_id = $2 and column_id is not distinct from $3`,
);

// As in item_orders_mark, for writers of many items.
const HAS_ORDERS = statement(
  'item-orders.has-orders',
  `select exists (
     select from item_orders where organization_id = $1 and board_id = $2 and state <> 'declined') as "hasOrders"`,
);

// The key of a column's order has one bit more than the key of the column, so that ClearColumnJob can find its entries
// after both are deleted.
const DECIDE = statement(
  'item-orders.decide',
  `insert into item_orders (key, organization_id, board_id, column_id, state, decided_at)
   select case when $3::text is null then record_key_next(p_organization => $1) else columns.key | (1::bigint << 39) end,
     $1, boards.id, columns.id, $5, $4
   from boards left join columns on columns.organization_id = $1 and columns.board_id = boards.id and columns.id = $3
   where boards.organization_id = $1 and boards.id = $2 and deleted_at is null
     and ($3::text is null or columns.id is not null)
   on conflict (organization_id, board_id, (coalesce(column_id, '')))
   do update set state = excluded.state, decided_at = excluded.decided_at
   returning key`,
);

/** Items that are locked at a time while an order is built. */
const BATCH = 500;

export const FILL = statement(
  'item-orders.fill',
  `with batch as (
     select id, key, lane, rank, updated_at, has_orders, $5::text is null or not values ? $5 as belongs from items
     where organization_id = $1 and board_id = $2 and id > $4 order by id limit ${BATCH} for no key update
   ), marked as (
     update items set has_orders = true from batch where items.key = batch.key and not batch.has_orders
   ), added as (
     insert into item_values (column_key, item_key, lane, number_key, ordinal, rank)
     select item_orders.key, batch.key, lane,
       case when $5::text is null then extract(epoch from updated_at) * 1000 else 0 end, 0, rank
     from batch join item_orders on item_orders.organization_id = $1 and item_orders.key = $3
     where belongs
     on conflict (item_key, column_key, ordinal) do update set number_key = excluded.number_key
   )
   select max(id) as last from batch`,
);

const COMPLETE = statement(
  'item-orders.complete',
  `update item_orders set state = 'ready', decided_at = $3 where organization_id = $1 and key = $2`,
);

export interface FoundOrder {
  key: RecordKey;
  state: ItemOrderEntity['state'];
  /** Whether it was declined so long ago that the column can be different now. */
  isOutdated: boolean;
}

/** The orders of boards, and their entries in the index of values. */
@Injectable()
export class ItemOrdersRepository {
  constructor(private readonly database: Database) {}

  /** Live items of these lists. */
  async count(context: TenantContext, lists: readonly RecordKey[]): Promise<number> {
    const [row] = await this.database.query<{ count: number | null }>(context, COUNT, [lists]);
    return row?.count ?? 0;
  }

  /** Whether new items of the board belong to an order, also while it is built. */
  async hasOrders(context: TenantContext, boardId: BoardId): Promise<boolean> {
    const values = [context.organizationId, boardId];
    const [row] = await this.database.query<{ hasOrders: boolean }>(context, HAS_ORDERS, values);
    return row!.hasOrders;
  }

  /** Null when there is none. */
  async find(
    context: TenantContext,
    boardId: BoardId,
    columnId: ColumnId | null,
  ): Promise<FoundOrder | null> {
    const values = [context.organizationId, boardId, columnId, clock.now()];
    const [row] = await this.database.query<FoundOrder>(context, FIND, values);
    return row ?? null;
  }

  /** Whether enough cells of the column are filled; false for a column that no longer exists. */
  async isWorthIt(context: TenantContext, boardId: BoardId, columnId: ColumnId): Promise<boolean> {
    const values = [context.organizationId, boardId, columnId];
    const [row] = await this.database.query<{ isWorthIt: boolean }>(context, IS_WORTH_IT, values);
    return row?.isWorthIt ?? false;
  }

  /**
   * Waits for the writers of the board, so that every later write maintains an order that is being built, and makes imports that
   * are being written start again.
   */
  async waitForWriters(context: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(context, WAIT_FOR_WRITERS, [context.organizationId, boardId]);
  }

  /** Returns the key of the order; null for a board or a column that no longer exists. */
  async decide(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    columnId: ColumnId | null,
    state: 'building' | 'declined',
  ): Promise<RecordKey | null> {
    const values = [context.organizationId, boardId, columnId, clock.now(), state];
    const [row] = await this.database.query<{ key: RecordKey }>(context, DECIDE, values);
    return row?.key ?? null;
  }

  /** Adds the next items by id; returns the last of them, null at the end. */
  async fillAfter(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    columnId: ColumnId | null,
    key: RecordKey,
    after: string,
  ): Promise<string | null> {
    // A deletion of the column waits, and removes the entries afterwards.
    await this.database.query(context, LOCK_BOARD, [boardId]);
    const values = [context.organizationId, boardId, key, after, columnId];
    const [row] = await this.database.query<{ last: string | null }>(context, FILL, values);
    return row?.last ?? null;
  }

  async complete(context: InTransaction<TenantContext>, key: RecordKey): Promise<void> {
    await this.database.query(context, COMPLETE, [context.organizationId, key, clock.now()]);
  }
}
