import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type BoardId, type ColumnId, type ItemId, newId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { type Statement, statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { StoredValue } from '../column-type';
import type { IndexRows } from '../prepared-values';
import type { ComputedItem } from './computed-item';
import { BATCH_MAX_BYTES, BATCH_MAX_ITEMS } from './work-limits';

const FIELDS = `id, values, created_at as "createdAt", updated_at as "updatedAt"`;

const HOLD_BOARD = statement(
  'computed-values.hold-board',
  `select pg_advisory_xact_lock_shared(hashtextextended($1, 11))`,
);

const HOLD = statement(
  'computed-values.hold',
  `with recursive sized (at, bytes) as (
     select 0, 0::bigint
     union all
     select at + 1, bytes + coalesce(
       (select octet_length(values::text) from items
        where organization_id = $1 and board_id = $2 and id = ($3::text[])[at + 1]), 0)
     from sized where at < cardinality($3::text[]) and bytes < ${BATCH_MAX_BYTES})
   select ${FIELDS} from items
   where organization_id = $1 and board_id = $2 and id = any (($3::text[])[:(select max(at) from sized)])
   order by id for no key update`,
);

// One after the other, so that nothing is measured that does not fit any more.
export const HOLD_NEXT = statement(
  'computed-values.hold-next',
  `with recursive sized (at, id, bytes) as (
     select 0, $3::text collate "C", 0::bigint
     union all
     select at + 1, item.id, bytes + octet_length(item.values::text)
     from sized cross join lateral (
       select id, values from items
       where organization_id = $1 and board_id = $2 and items.id > sized.id order by items.id limit 1) item
     where at < ${BATCH_MAX_ITEMS} and bytes < ${BATCH_MAX_BYTES})
   select ${FIELDS} from items
   where organization_id = $1 and board_id = $2 and id > $3 and id <= (select max(id) from sized)
   order by id for no key update`,
);

const ARE_LEFT = statement(
  'computed-values.are-left',
  `select from items where organization_id = $1 and board_id = $2 and id = any ($3) limit 1`,
);

const IS_NEXT = statement(
  'computed-values.is-next',
  `select from items where organization_id = $1 and board_id = $2 and id > $3 limit 1`,
);

const WRITE = statement(
  'computed-values.write',
  `update items set values = (items.values || made.set) - made.cleared
   from json_to_recordset($2) as made (id text, set jsonb, cleared text[])
   where items.organization_id = $1 and items.id = made.id`,
);

const INDEX = statement(
  'computed-values.index',
  `insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key, text_key)
   select $1, entry.column_id, entry.item_id, 0, items.lane, items.rank, entry.number_key, entry.text_key
   from unnest($2::text[], $3::text[], $4::float8[], $5::text[]) as entry (column_id, item_id, number_key, text_key)
   join items on items.organization_id = $1 and items.id = entry.item_id
   on conflict (organization_id, item_id, column_id, ordinal)
   do update set number_key = excluded.number_key, text_key = excluded.text_key`,
);

const UNINDEX = statement(
  'computed-values.unindex',
  `delete from item_values using unnest($2::text[], $3::text[]) as gone (column_id, item_id)
   where item_values.organization_id = $1 and item_values.column_id = gone.column_id
     and item_values.item_id = gone.item_id`,
);

// Nobody's: they follow from what somebody has changed elsewhere.
const ANNOUNCE = statement(
  'computed-values.announce',
  `insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
   select event.id, $1, 'value.changed', $2, event.item_id, null,
     jsonb_build_object('columnId', event.column_id, 'value', event.value, 'previousValue', event.previous), $3
   from json_to_recordset($4) as event (id text, item_id text, column_id text, value jsonb, previous jsonb)`,
);

export interface HeldItem extends ComputedItem {
  id: ItemId;
}

/** What a computation has changed in one item. */
export interface ChangedCells {
  id: ItemId;
  set: Record<string, StoredValue>;
  cleared: ColumnId[];
  entries: IndexRows;
  /** Of every column in `set` and `cleared`. */
  previous: Record<string, StoredValue>;
}

/** Items whose computed columns are computed after the fact; all inside a transaction. No item gets a new version. */
@Injectable()
export class ComputedValuesRepository {
  constructor(private readonly database: Database) {}

  /** Lets the board's columns stand still until the transaction ends; before its facts are read. */
  async holdBoard(context: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(context, HOLD_BOARD, [boardId]);
  }

  /**
   * Those of the items, in their order, that are on the board, in whatever state; they stand still until the transaction
   * ends. Not the last of them where they are more than fit into a batch; none where none is left.
   */
  hold(context: InTransaction<TenantContext>, boardId: BoardId, ids: readonly ItemId[]): Promise<HeldItem[]> {
    return this.held(context, [HOLD, ARE_LEFT], [context.organizationId, boardId, ids]);
  }

  /** The next items of a board by id, as many as fit into a batch; none after the last. */
  holdNext(context: InTransaction<TenantContext>, boardId: BoardId, after: string): Promise<HeldItem[]> {
    return this.held(context, [HOLD_NEXT, IS_NEXT], [context.organizationId, boardId, after]);
  }

  async write(context: InTransaction<TenantContext>, changes: readonly ChangedCells[]): Promise<void> {
    const { organizationId } = context;
    const rows = changes.map(({ id, set, cleared }) => ({ id, set, cleared }));
    await this.database.query(context, WRITE, [organizationId, JSON.stringify(rows)]);
    const entries = changes.flatMap(({ id, entries: { columnIds, numberKeys, textKeys } }) =>
      columnIds.map((columnId, at) => ({ id, columnId, number: numberKeys[at], text: textKeys[at] })),
    );
    if (entries.length > 0) {
      await this.database.query(context, INDEX, [
        organizationId,
        entries.map(({ columnId }) => columnId),
        entries.map(({ id }) => id),
        entries.map(({ number }) => number),
        entries.map(({ text }) => text),
      ]);
    }
    const gone = changes.flatMap(({ id, entries: { columnIds }, previous, set, cleared }) =>
      [...Object.keys(set), ...cleared]
        .filter((columnId) => columnId in previous && !columnIds.includes(columnId))
        .map((columnId) => ({ id, columnId })),
    );
    if (gone.length > 0) {
      await this.database.query(context, UNINDEX, [
        organizationId,
        gone.map(({ columnId }) => columnId),
        gone.map(({ id }) => id),
      ]);
    }
  }

  /** An event for each cell. */
  async announce(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    changes: readonly ChangedCells[],
  ): Promise<void> {
    const events = changes.flatMap(({ id, set, cleared, previous }) =>
      [...Object.keys(set), ...cleared].map((columnId) => ({
        id: newId('event'),
        item_id: id,
        column_id: columnId,
        value: set[columnId] ?? null,
        previous: previous[columnId] ?? null,
      })),
    );
    const values = [context.organizationId, boardId, clock.now(), JSON.stringify(events)];
    if (events.length > 0) await this.database.query(context, ANNOUNCE, values);
  }

  /** A batch that went while it was waited for is empty, and yet not the end: asked again, there is what follows. */
  private async held(
    context: InTransaction<TenantContext>,
    [hold, more]: readonly [Statement, Statement],
    values: unknown[],
  ): Promise<HeldItem[]> {
    for (;;) {
      const items = await this.database.query<HeldItem>(context, hold, values);
      if (items.length > 0 || (await this.database.query(context, more, values)).length === 0) return items;
    }
  }
}
