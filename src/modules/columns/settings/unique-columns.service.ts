import { Injectable } from '@nestjs/common';
import { UNIQUE_ORDINAL } from '../../../column-types/kinds/unique-kind';
import type { StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import type { ItemId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { ColumnFacts } from '../../hierarchy';
import { ValueIndexService } from '../../stored-values';
import { ColumnHasDuplicates } from '../columns.errors';
import { isUnique } from '../values/unique-values.service';

type Tx = InTransaction<TenantContext>;

/** Items that are read and written together. */
const BATCH = 2_000;
const PAIRS_SHOWN = 20;

const CELLS = statement(
  'unique-columns.cells',
  `select id, values -> $3 as value, trashed_at is not null as "isTrashed" from items
   where organization_id = $1 and board_id = $2 and id > $4 and values ? $3
   order by id limit $5`,
);

interface CellOfItem {
  id: ItemId;
  value: StoredValue;
  isTrashed: boolean;
}

/** The keys of a column that becomes unique, or stops being unique. The board's structure is locked: no one writes items. */
@Injectable()
export class UniqueColumnsService {
  constructor(
    private readonly database: Database,
    private readonly index: ValueIndexService,
  ) {}

  /** CONFLICT when items that are not in Trash have the same value. */
  async settle(tx: Tx, before: ColumnFacts, after: ColumnFacts): Promise<void> {
    if (isUnique(before) === isUnique(after)) return;
    if (isUnique(after)) await this.addKeys(tx, after);
    else await this.index.removeUniqueKeys(tx, before.boardId, before.key);
  }

  private async addKeys(tx: Tx, column: ColumnFacts): Promise<void> {
    const holders = new Map<string, ItemId>();
    const pairs: [ItemId, ItemId][] = [];
    let after = '';
    for (;;) {
      const cells = await this.cells(tx, column, after);
      if (cells.length === 0) break;
      after = cells.at(-1)!.id;
      const added = [];
      for (const { id, value, isTrashed } of cells) {
        const ref = columnTypes[column.type].uniqueKey!(value);
        if (ref === null) continue;
        const entries = {
          columnKeys: [column.key],
          ordinals: [UNIQUE_ORDINAL],
          numberKeys: [null],
          textKeys: [null],
          refs: [ref],
        };
        added.push({ id, entries });
        if (isTrashed) continue;
        const holder = holders.get(ref);
        if (holder === undefined) holders.set(ref, id);
        else pairs.push([holder, id]);
      }
      if (pairs.length >= PAIRS_SHOWN) break;
      if (pairs.length === 0 && added.length > 0) await this.index.add(tx, added);
    }
    if (pairs.length > 0) throw new ColumnHasDuplicates(column.name, pairs.slice(0, PAIRS_SHOWN));
  }

  private cells(tx: Tx, { boardId, id }: ColumnFacts, after: string): Promise<CellOfItem[]> {
    return this.database.query<CellOfItem>(tx, CELLS, [tx.organizationId, boardId, id, after, BATCH]);
  }
}
