import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts } from '../../hierarchy';
import { addEntries, type ChangedCells, ItemCellsService, noEntries } from '../../stored-values';
import { ComputationsService } from './computations.service';
import { type ComputedColumn, typeOf } from './computed-columns';
import type { LockedItem } from './computed-values.repository';

interface ComputedItems {
  changes: ChangedCells[];
  /** How many of the items are computed, from the first. */
  done: number;
}

/** Updates computed columns of items that are not being written otherwise. */
@Injectable()
export class ItemComputationService {
  constructor(
    private readonly computations: ComputationsService,
    private readonly cells: ItemCellsService,
  ) {}

  /**
   * Writes the results that differ from the stored ones and returns them. The items are locked; `columns` in
   * dependency order. Fewer than the given items if the steps did not suffice for all.
   */
  async run(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    columns: readonly ComputedColumn[],
    items: readonly LockedItem[],
    { maxSteps, rebuiltIds = [] }: { maxSteps: number; rebuiltIds?: readonly string[] },
  ): Promise<ComputedItems> {
    if (columns.length === 0 || items.length === 0) return { changes: [], done: items.length };
    const manner = { holds: null, maxSteps };
    const { results, loaded } = await this.computations.run(tx, board, columns, items, manner);
    const changes = items.slice(0, results.length).flatMap((item, at): ChangedCells[] => {
      const change: ChangedCells = {
        id: item.id,
        set: {},
        cleared: [],
        entries: noEntries(),
        previous: {},
        unindexed: [],
      };
      let isChanged = false;
      for (const { column } of columns) {
        const result = results[at]!.get(column.id)!;
        const before = item.values[column.id] ?? null;
        const isRebuilt = before !== null && rebuiltIds.includes(column.id);
        if (!isRebuilt && isDeepStrictEqual(before, result)) continue;
        isChanged = true;
        if (before !== null) change.previous[column.id] = before;
        const entries = result === null ? [] : typeOf(column).indexEntries(result, column.config, loaded);
        if (result === null) change.cleared.push(column.id);
        else change.set[column.id] = result;
        addEntries(change.entries, column.key, entries);
        if (before !== null && entries.length === 0) change.unindexed.push(column.id);
      }
      return isChanged ? [change] : [];
    });
    if (changes.length > 0) await this.cells.writeResults(tx, changes);
    return { changes, done: results.length };
  }
}
