import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, UserId } from '../../../kernel/ids';
import { NO_KEY, type RecordKey } from '../../../kernel/record-key';
import { Database } from '../../../platform/database/database';
import { BOARD_STRUCTURE } from '../../../platform/database/locks';
import { isKeyOf } from '../../../platform/database/is-key-of';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { PreviousValues } from '../values/prepared-values';

type Tx = InTransaction<TenantContext>;

const BATCH = 200;

// Uses the index of references: the cost depends on the user's assignments, not on the number of items.
const NEXT = statement(
  'people-cells.next',
  `select cell.item_key as "itemKey", cell.column_key as "columnKey", item.id as "itemId", item.board_id as "boardId"
   from item_values cell join items item on item.organization_id = $1 and item.key = cell.item_key
   where ${isKeyOf('cell.column_key', '$1')} and cell.ref = $2
     and (cell.column_key, cell.item_key) > ($3::bigint, $4::bigint)
   order by cell.column_key, cell.item_key limit ${BATCH}`,
);

const LOCK_BOARD = statement('people-cells.lock-board', `select ${BOARD_STRUCTURE.shared('$1')}`);

const LOCK = statement(
  'people-cells.lock',
  `select id, values, trashed_at is not null as "isTrashed" from items
   where organization_id = $1 and board_id = $2 and id = any ($3) order by id for no key update`,
);

export interface PersonCell {
  itemKey: RecordKey;
  columnKey: RecordKey;
  itemId: ItemId;
  boardId: BoardId;
}

export interface LockedItem {
  id: ItemId;
  values: PreviousValues;
  isTrashed: boolean;
}

/** Cells of people columns by the user in them, on all items, including archive and Trash. */
@Injectable()
export class PeopleCellsRepository {
  constructor(private readonly database: Database) {}

  /** The next cells that name the user, after the given one. */
  next(context: TenantContext, userId: UserId, after: PersonCell | null): Promise<PersonCell[]> {
    const values = [context.organizationId, userId, after?.columnKey ?? NO_KEY, after?.itemKey ?? NO_KEY];
    return this.database.query<PersonCell>(context, NEXT, values);
  }

  /** Locks the board's columns until the transaction ends; call before its facts are read. */
  async lockBoard(tx: Tx, boardId: BoardId): Promise<void> {
    await this.database.query(tx, LOCK_BOARD, [boardId]);
  }

  lock(tx: Tx, boardId: BoardId, ids: readonly ItemId[]): Promise<LockedItem[]> {
    return this.database.query<LockedItem>(tx, LOCK, [tx.organizationId, boardId, ids]);
  }
}
