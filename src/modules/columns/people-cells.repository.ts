import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, ColumnId, ItemId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import type { StoredValue } from './column-type';
import type { IndexRows, PreviousValues } from './prepared-values';

type Tx = InTransaction<TenantContext>;

const BATCH = 200;

// By the index of references: what is read is what the person is assigned, however many items there are.
const NEXT = statement(
  'people-cells.next',
  `select cell.item_id as "itemId", cell.column_id as "columnId", item.board_id as "boardId"
   from item_values cell join items item on item.organization_id = $1 and item.id = cell.item_id
   where cell.organization_id = $1 and cell.ref = $2 and (cell.column_id, cell.item_id) > ($3, $4)
   order by cell.column_id, cell.item_id limit ${BATCH}`,
);

const HOLD_BOARD = statement(
  'people-cells.hold-board',
  `select pg_advisory_xact_lock_shared(hashtextextended($1, 11))`,
);

const HOLD = statement(
  'people-cells.hold',
  `select id, values, trashed_at is not null as "isTrashed" from items
   where organization_id = $1 and board_id = $2 and id = any ($3) order by id for no key update`,
);

const WRITE = statement(
  'people-cells.write',
  `update items set values = items.values || made.set,
     updated_at = greatest($3::timestamptz, items.updated_at + interval '1 millisecond')
   from json_to_recordset($2) as made (id text, set jsonb)
   where items.organization_id = $1 and items.id = made.id`,
);

const UNINDEX = statement(
  'people-cells.unindex',
  `delete from item_values using unnest($2::text[], $3::text[]) as changed (item_id, column_id)
   where item_values.organization_id = $1 and item_values.item_id = changed.item_id
     and item_values.column_id = changed.column_id`,
);

const INDEX = statement(
  'people-cells.index',
  `insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, text_key, ref)
   select $1, entry.column_id, entry.item_id, entry.ordinal, item.lane, item.rank, entry.text_key, entry.ref
   from unnest($2::text[], $3::text[], $4::smallint[], $5::text[], $6::text[])
     as entry (item_id, column_id, ordinal, text_key, ref)
   join items item on item.organization_id = $1 and item.id = entry.item_id`,
);

export interface PersonCell {
  itemId: ItemId;
  columnId: ColumnId;
  boardId: BoardId;
}

export interface HeldItem {
  id: ItemId;
  values: PreviousValues;
  isTrashed: boolean;
}

/** People cells of one item that get others. */
export interface ChangedPeople {
  id: ItemId;
  set: Record<string, StoredValue>;
  entries: IndexRows;
}

/** Cells of people columns by the person in them, wherever the items are, archive and Trash included. */
@Injectable()
export class PeopleCellsRepository {
  constructor(private readonly database: Database) {}

  /** The next cells that name the person, after that one. */
  next(context: TenantContext, userId: UserId, after: PersonCell | null): Promise<PersonCell[]> {
    const values = [context.organizationId, userId, after?.columnId ?? '', after?.itemId ?? ''];
    return this.database.query<PersonCell>(context, NEXT, values);
  }

  /** Lets the board's columns stand still until the transaction ends; before its facts are read. */
  async holdBoard(tx: Tx, boardId: BoardId): Promise<void> {
    await this.database.query(tx, HOLD_BOARD, [boardId]);
  }

  hold(tx: Tx, boardId: BoardId, ids: readonly ItemId[]): Promise<HeldItem[]> {
    return this.database.query<HeldItem>(tx, HOLD, [tx.organizationId, boardId, ids]);
  }

  async write(tx: Tx, changes: readonly ChangedPeople[]): Promise<void> {
    const rows = changes.map(({ id, set }) => ({ id, set }));
    await this.database.query(tx, WRITE, [tx.organizationId, JSON.stringify(rows), clock.now()]);
    const cells = changes.flatMap(({ id, set }) => Object.keys(set).map((columnId) => ({ id, columnId })));
    await this.database.query(tx, UNINDEX, [
      tx.organizationId,
      cells.map(({ id }) => id),
      cells.map(({ columnId }) => columnId),
    ]);
    const entries = changes.map((change) => change.entries);
    await this.database.query(tx, INDEX, [
      tx.organizationId,
      changes.flatMap(({ id, entries: { columnIds } }) => columnIds.map(() => id)),
      entries.flatMap(({ columnIds }) => columnIds),
      entries.flatMap(({ ordinals }) => ordinals),
      entries.flatMap(({ textKeys }) => textKeys),
      entries.flatMap(({ refs }) => refs),
    ]);
  }
}
