import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { Transaction } from '../../../platform/database/transaction';
import type { BoardFacts } from '../../hierarchy';
import { TooMuchToCompute } from '../columns.errors';
import type { ItemTimes } from '../values/present-values';
import { addEntries } from '../../stored-values';
import type { PreparedValues } from '../values/prepared-values';
import { type Computation, ComputationsService, type Manner } from './computations.service';
import { type ComputedColumn, computedColumns, typeOf } from './computed-columns';
import type { ComputedItem } from './computed-item';
import { LookupDependentsService } from './lookups/lookup-dependents.service';
import { callMaxSteps } from './work-limits';

interface Added {
  /** In dependency order. */
  columns: readonly ComputedColumn[];
  before: readonly ComputedItem[];
  manner: Manner;
}

/** Adds results to the values that are about to be written, so that one write stores both. */
@Injectable()
export class PreparedResultsService {
  /** Steps that the changes of one transaction have used: a call can change many items, one after the other. */
  private readonly stepsOf = new WeakMap<Transaction, number>();

  constructor(
    private readonly computations: ComputationsService,
    private readonly followers: LookupDependentsService,
  ) {}

  /**
   * For a change of an item: the results that depend on it, with their previous values. Empty if nothing changes.
   * Linked items are locked without waiting, to avoid deadlocks: two boards can read each other.
   */
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
    const { transaction } = context;
    const taken = transaction ? (this.stepsOf.get(transaction) ?? 0) : 0;
    const manner = { holds: 'passing' as const, maxSteps: callMaxSteps(1) };
    const { steps, passed } = await this.add(context, board, [prepared], {
      columns,
      before: [before],
      manner,
    });
    if (taken + steps > callMaxSteps(1)) throw new TooMuchToCompute();
    if (transaction) {
      this.stepsOf.set(transaction, taken + steps);
      for (const items of passed) await this.followers.followAgain({ ...context, transaction }, items);
    }
    return prepared;
  }

  /** All results of items that are new on the board. `made`: their common creation time, or the times of each. */
  async addAll(
    context: TenantContext,
    board: BoardFacts,
    prepared: readonly PreparedValues[],
    made: Date | readonly ItemTimes[],
  ): Promise<void> {
    const { ordered } = computedColumns(board);
    if (ordered.length === 0) return;
    const items = prepared.map((_, at) => ({ values: {}, ...(isTimes(made) ? made[at]! : timesAt(made)) }));
    const manner = { holds: 'waiting' as const, maxSteps: callMaxSteps(items.length) };
    await this.add(context, board, prepared, { columns: ordered, before: items, manner });
  }

  private async add(
    context: TenantContext,
    board: BoardFacts,
    prepared: readonly PreparedValues[],
    { columns, before, manner }: Added,
  ): Promise<Pick<Computation, 'steps' | 'passed'>> {
    if (columns.length === 0 || prepared.length === 0) return { steps: 0, passed: [] };
    const items = before.map((item, at) => ({ ...item, values: valuesAfter(item.values, prepared[at]!) }));
    const computation = await this.computations.run(context, board, columns, items, manner);
    const { results, loaded } = computation;
    if (results.length < items.length) throw new TooMuchToCompute();
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
        const entries = typeOf(column).indexEntries(result, column.config, loaded);
        addEntries(into.entries, column.key, entries);
        // Errors are not indexed.
        if (entries.length === 0) into.needsSweep = true;
      }
    }
    return computation;
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

/** Columns that the prepared values change. */
export function changedColumns(
  before: ComputedItem['values'],
  { set, cleared, touched }: PreparedValues,
): string[] {
  return touched.filter((id) =>
    cleared.includes(id) ? id in before : !isDeepStrictEqual(set[id], before[id]),
  );
}
