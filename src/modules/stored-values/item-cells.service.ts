import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { ColumnId, ItemId } from '../../kernel/ids';
import type { StoredValue } from '../../column-types/column-type';
import { Database } from '../../platform/database/database';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import type { IndexRows } from './index-rows';
import { EDIT, WRITE_RESULTS } from './item-cells.statements';
import { ValueIndexService } from './value-index.service';

type Tx = InTransaction<TenantContext>;

/** Cells of one item with their new values. */
export interface EditedCells {
  id: ItemId;
  set: Record<string, StoredValue>;
  entries: IndexRows;
}

/** Results of one item that a computation has changed. */
export interface ChangedCells extends EditedCells {
  cleared: ColumnId[];
  /** Of every column in `set` and `cleared`. */
  previous: Record<string, StoredValue>;
  /** Columns with a previous value and without a new index row. */
  unindexed: ColumnId[];
}

/** Writes cells of some items, with their index rows. The caller has locked the items. */
@Injectable()
export class ItemCellsService {
  constructor(
    private readonly database: Database,
    private readonly index: ValueIndexService,
  ) {}

  /** Writes results, which have at most one index row. No item gets a new version, because no user edited it. */
  async writeResults(tx: Tx, changes: readonly ChangedCells[]): Promise<void> {
    const rows = changes.map(({ id, set, cleared }) => ({ id, set, cleared }));
    await this.database.query(tx, WRITE_RESULTS, [tx.organizationId, JSON.stringify(rows)]);
    const keys = changes.flatMap(({ id, entries: { columnKeys, numberKeys, textKeys } }) =>
      columnKeys.map((columnKey, at) => ({
        id,
        columnKey,
        numberKey: numberKeys[at]!,
        textKey: textKeys[at]!,
      })),
    );
    await this.index.put(tx, keys);
    const emptied = changes.flatMap(({ id, unindexed }) => unindexed.map((columnId) => ({ id, columnId })));
    await this.index.removeCells(tx, emptied);
  }

  /** Writes values and gives the items new versions. */
  async edit(tx: Tx, changes: readonly EditedCells[]): Promise<void> {
    const rows = changes.map(({ id, set }) => ({ id, set }));
    await this.database.query(tx, EDIT, [tx.organizationId, JSON.stringify(rows), clock.now()]);
    const cells = changes.flatMap(({ id, set }) =>
      Object.keys(set).map((columnId) => ({ id, columnId: columnId as ColumnId })),
    );
    await this.index.removeCells(tx, cells);
    await this.index.add(tx, changes);
  }
}
