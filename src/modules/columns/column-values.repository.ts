import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';

// A board of 100,000 items is rewritten in some seconds; the usual limit is for the statements of a call about a few.
const ALLOW_LONG = statement('column-values.allow-long', `set local statement_timeout = '300s'`);

const START_COUNTERS = statement(
  'column-values.start-counters',
  `insert into column_counters (organization_id, column_id, last_number)
   select $1, id, first_number - 1 from unnest($2::text[], $3::bigint[]) as counter (id, first_number)`,
);

const RAISE_COUNTER = statement(
  'column-values.raise-counter',
  `update column_counters set last_number = greatest(last_number, $3::bigint - 1)
   where organization_id = $1 and column_id = $2`,
);

// Index rows take lane and rank from what the update returns: an item that somebody archives meanwhile is waited for.
const NUMBER_ITEMS = statement(
  'column-values.number-items',
  `with numbered as (
     select item.id, $4::bigint - 1 + row_number() over (
       order by item.archived_at is not null, home.position, coalesce(parent.rank, item.rank),
         coalesce(parent.id, item.id), item.parent_id is not null, item.rank, item.id) as number
     from items item
     left join groups home on home.organization_id = $1 and home.id = item.group_id
     left join items parent on parent.organization_id = $1 and parent.id = item.parent_id
     where item.organization_id = $1 and item.board_id = $2 and item.trashed_at is null
   ), written as (
     update items set values = items.values || jsonb_build_object($3::text, numbered.number)
     from numbered
     where items.organization_id = $1 and items.id = numbered.id
     returning items.id, items.lane, items.rank, numbered.number
   ), indexed as (
     insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key)
     select $1, $3, id, 0, lane, rank, number from written
   )
   insert into column_counters (organization_id, column_id, last_number)
   select $1, $3, $4::bigint - 1 + count(*) from written`,
);

const COPY_VALUES = statement(
  'column-values.copy',
  `update items set values = items.values || jsonb_build_object($4::text, case
       when $5::jsonb = '{}' then items.values -> $3
       when jsonb_typeof(items.values -> $3) = 'array' then (
         select jsonb_agg(coalesce($5::jsonb -> label, to_jsonb(label)) order by place)
         from jsonb_array_elements_text(items.values -> $3) with ordinality as each (label, place))
       else coalesce($5::jsonb -> (items.values ->> $3), items.values -> $3) end)
   where items.organization_id = $1 and items.board_id = $2 and items.values ? $3`,
);

const COPY_INDEX = statement(
  'column-values.copy-index',
  `insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key, text_key, ref)
   select $1, $3, item_id, ordinal, lane, rank, number_key, coalesce($4::jsonb ->> text_key, text_key),
     coalesce($4::jsonb ->> ref, ref)
   from item_values
   where organization_id = $1 and column_id = $2 and item_id in (
     select id from items where organization_id = $1 and board_id = $5)`,
);

// Like the type's own withoutTimers; what sorts, the seconds, stays.
const END_TIMERS = statement(
  'column-values.end-timers',
  `update items set values = items.values || jsonb_build_object($3::text, items.values -> $3 || jsonb_build_object(
       'runningSince', null, 'entries', (
         select coalesce(jsonb_agg(entry order by place), '[]')
         from jsonb_array_elements(items.values -> $3 -> 'entries') with ordinality as each (entry, place)
         where entry ->> 'end' is not null)))
   where items.organization_id = $1 and items.board_id = $2 and items.values -> $3 ->> 'runningSince' is not null`,
);

const FIRST_IN_USE = statement(
  'column-values.first-in-use',
  `select label from unnest($3::text[]) with ordinality as removed (label, place)
   where exists (
     select from item_values where organization_id = $1 and column_id = $2 and ref = removed.label)
   order by place limit 1`,
);

// Each label stays where it stands first, like the type's own replaceLabel.
const REPLACE_LABELS = statement(
  'column-values.replace-labels',
  `update items set values = items.values || jsonb_build_object($3::text, case
       when jsonb_typeof(items.values -> $3) = 'array' then (
         select jsonb_agg(label order by place) from (
           select case when label = any ($4::text[]) then $5::text else label end as label, min(place) as place
           from jsonb_array_elements_text(items.values -> $3) with ordinality as each (label, place)
           group by 1) as kept)
       else to_jsonb($5::text) end)
   where items.organization_id = $1 and items.board_id = $2 and items.values ? $3 and items.id in (
     select item_id from item_values where organization_id = $1 and column_id = $3 and ref = any ($4::text[]))`,
);

// An item that has several of them would get one row too many. The first stays: it may carry the sort key. Counted, not
// asked with "exists", which would become a join of all rows with all rows when the statistics are behind.
const DROP_REPEATED = statement(
  'column-values.drop-repeated',
  `delete from item_values later
   where organization_id = $1 and column_id = $2 and ref = any ($3::text[]) and ordinal > 0
     and (select count(*) from item_values earlier
       where earlier.organization_id = $1 and earlier.column_id = $2 and earlier.item_id = later.item_id
         and earlier.ordinal < later.ordinal and earlier.ref = any ($3::text[])) > 0`,
);

const REPLACE_INDEX = statement(
  'column-values.replace-index',
  `update item_values set ref = $4, text_key = case when text_key is null then null else $4 end
   where organization_id = $1 and column_id = $2 and ref = any ($3::text[])`,
);

const CLEAR_BATCH = 500;
const CLEAR = statement(
  'column-values.clear',
  `with batch as (
     select id from items where organization_id = $1 and board_id = $2 and id > $4
     order by id limit ${CLEAR_BATCH} for no key update
   ), cleared as (
     update items set values = items.values - $3::text from batch
     where items.organization_id = $1 and items.id = batch.id and items.values ? $3
   ), dropped as (
     delete from item_values using batch
     where item_values.organization_id = $1 and item_values.column_id = $3 and item_values.item_id = batch.id
   )
   select max(id) as last from batch`,
);

/** A column and its board, which items are found by. */
export interface BoardColumn {
  boardId: BoardId;
  columnId: ColumnId;
}

/** The two ends of a copied column. */
export interface ColumnPair {
  from: ColumnId;
  to: ColumnId;
}

/**
 * Writes that change a column's values on all items of its board at once: each a few statements, however many items
 * there are. Trashed items are among them, so that they come back whole. The board's structure must be held. No item
 * gets a new version: nobody has edited it.
 */
@Injectable()
export class ColumnValuesRepository {
  constructor(private readonly database: Database) {}

  /** Counters of new columns on boards without items; `first` is the number that the first item gets. */
  async startCounters(
    context: InTransaction<TenantContext>,
    counters: readonly { columnId: ColumnId; first: number }[],
  ): Promise<void> {
    if (counters.length === 0) return;
    await this.database.query(context, START_COUNTERS, [
      context.organizationId,
      counters.map(({ columnId }) => columnId),
      counters.map(({ first }) => first),
    ]);
  }

  /** The next number is `first` or higher; numbers that were given are never given again. */
  async raiseCounter(
    context: InTransaction<TenantContext>,
    columnId: ColumnId,
    first: number,
  ): Promise<void> {
    await this.database.query(context, RAISE_COUNTER, [context.organizationId, columnId, first]);
  }

  /**
   * Numbers the items that are there in board order, sub-items after their parents, archived items after all others;
   * the counter goes on from there. Items in Trash get none.
   */
  async numberItems(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    columnId: ColumnId,
    first: number,
  ): Promise<void> {
    await this.database.query(context, ALLOW_LONG, []);
    await this.database.query(context, NUMBER_ITEMS, [context.organizationId, boardId, columnId, first]);
  }

  /** Gives every item the values of one column in another as well, labels by `labelIds` where there are any. */
  async copy(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    { from, to }: ColumnPair,
    labelIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { organizationId } = context;
    const labels = JSON.stringify(Object.fromEntries(labelIds));
    await this.database.query(context, ALLOW_LONG, []);
    // Items first: whoever moves or archives one has its row, so the index rows read next stand still.
    await this.database.query(context, COPY_VALUES, [organizationId, boardId, from, to, labels]);
    await this.database.query(context, COPY_INDEX, [organizationId, from, to, labels, boardId]);
  }

  /** Leaves finished work alone in a column of tracked time. */
  async endTimers(context: InTransaction<TenantContext>, { boardId, columnId }: BoardColumn): Promise<void> {
    await this.database.query(context, END_TIMERS, [context.organizationId, boardId, columnId]);
  }

  /** The first of these labels that some item has, in Trash too; null when none is in use. */
  async firstInUse(
    context: TenantContext,
    columnId: ColumnId,
    labelIds: readonly string[],
  ): Promise<string | null> {
    const values = [context.organizationId, columnId, labelIds];
    const [row] = await this.database.query<{ label: string }>(context, FIRST_IN_USE, values);
    return row?.label ?? null;
  }

  /** Trades labels for another one on every item that has them. */
  async replaceLabels(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    labelIds: readonly string[],
    to: string,
  ): Promise<void> {
    const { organizationId } = context;
    await this.database.query(context, ALLOW_LONG, []);
    await this.database.query(context, REPLACE_LABELS, [organizationId, boardId, columnId, labelIds, to]);
    await this.database.query(context, DROP_REPEATED, [organizationId, columnId, [...labelIds, to]]);
    await this.database.query(context, REPLACE_INDEX, [organizationId, columnId, labelIds, to]);
  }

  /** Removes the values of a column that is gone from the next items by id; answers the last of them, null at the end. */
  async clearAfter(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    after: string,
  ): Promise<string | null> {
    const values = [context.organizationId, boardId, columnId, after];
    const [row] = await this.database.query<{ last: string | null }>(context, CLEAR, values);
    return row?.last ?? null;
  }
}
