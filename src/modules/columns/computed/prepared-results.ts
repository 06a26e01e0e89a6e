import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { BoardFacts } from '../../hierarchy';
import type { ColumnConfig } from '../column-type';
import type { ItemTimes } from '../present-values';
import { addEntries, type PreparedValues } from '../prepared-values';
import { Computations } from './computations';
import { type ComputedColumn, computedColumns, typeOf } from './computed-columns';
import type { ComputedItem } from './evaluate-columns';

/** Puts results beside the values that are about to be written, so that both are written at once. */
@Injectable()
export class PreparedResults {
  constructor(private readonly computations: Computations) {}

  /** For a change of an item: what is computed from it, and what it was to begin with. Nothing where nothing changes. */
  async follow(
    context: TenantContext,
    board: BoardFacts,
    prepared: PreparedValues,
    before: ComputedItem,
  ): Promise<PreparedValues> {
    const plan = computedColumns(board);
    if (plan.ordered.length === 0) return prepared;
    const changed = changedColumns(before.values, prepared);
    if (changed.length === 0) return prepared;
    const columns = plan.affectedBy([...changed, ...plan.changingWithEdits]);
    await this.add(context, board, [prepared], columns, [before]);
    return prepared;
  }

  /** All results of items that are new on the board. `made`: when all of them are made, or each one's own times. */
  async addAll(
    context: TenantContext,
    board: BoardFacts,
    prepared: readonly PreparedValues[],
    made: Date | readonly ItemTimes[],
  ): Promise<void> {
    const { ordered } = computedColumns(board);
    if (ordered.length === 0) return;
    const items = prepared.map((_, at) => ({ values: {}, ...(isTimes(made) ? made[at]! : timesAt(made)) }));
    await this.add(context, board, prepared, ordered, items);
  }

  private async add(
    context: TenantContext,
    board: BoardFacts,
    prepared: readonly PreparedValues[],
    columns: readonly ComputedColumn[],
    before: readonly ComputedItem[],
  ): Promise<void> {
    if (columns.length === 0 || prepared.length === 0) return;
    const items = before.map((item, at) => ({ ...item, values: valuesAfter(item.values, prepared[at]!) }));
    const { results, loaded } = await this.computations.run(context, board, columns, items, true);
    for (const [at, into] of prepared.entries()) {
      for (const { column } of columns) {
        const result = results[at]!.get(column.id)!;
        if (isDeepStrictEqual(result, before[at]!.values[column.id] ?? null)) continue;
        into.touched.push(column.id);
        if (result === null) {
          into.cleared.push(column.id);
          into.needsSweep = true;
          continue;
        }
        into.set[column.id] = result;
        const entries = typeOf(column).indexEntries(result, column.config as ColumnConfig, loaded);
        addEntries(into.entries, column.id, entries);
        // A failure is in no index.
        if (entries.length === 0) into.needsSweep = true;
      }
    }
  }
}

function isTimes(made: Date | readonly ItemTimes[]): made is readonly ItemTimes[] {
  return Array.isArray(made);
}

function timesAt(made: Date): ItemTimes {
  const time = made.toISOString();
  return { createdAt: time, updatedAt: time };
}

function valuesAfter(before: ComputedItem['values'], { set, cleared }: PreparedValues) {
  const values = { ...before, ...set };
  for (const id of cleared) delete values[id];
  return values;
}

/** Columns that the prepared values make different. */
export function changedColumns(
  before: ComputedItem['values'],
  { set, cleared, touched }: PreparedValues,
): string[] {
  return touched.filter((id) =>
    cleared.includes(id) ? id in before : !isDeepStrictEqual(set[id], before[id]),
  );
}
