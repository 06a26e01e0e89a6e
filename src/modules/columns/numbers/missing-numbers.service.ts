import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts } from '../../hierarchy';
import { ColumnValuesService } from '../../stored-values';
import { numberColumnsOf } from '../values/board-values';
import { ColumnNumbersService } from './column-numbers.service';

/** Numbers items that were in Trash when their board got an auto-number column. */
@Injectable()
export class MissingNumbersService {
  constructor(
    private readonly numbers: ColumnNumbersService,
    private readonly values: ColumnValuesService,
  ) {}

  /** Returns the columns in which an item got a number. */
  async assign(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    itemIds: readonly ItemId[],
  ): Promise<ColumnId[]> {
    const assigned: ColumnId[] = [];
    for (const columnId of numberColumnsOf(board)) {
      const missing = await this.values.withoutValue(tx, columnId, itemIds);
      if (missing.length === 0) continue;
      const first = (await this.numbers.take(tx, [columnId], missing.length)).get(columnId)!;
      await this.values.numberInOrder(tx, columnId, missing, first);
      assigned.push(columnId);
    }
    return assigned;
  }
}
