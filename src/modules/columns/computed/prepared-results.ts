import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { Transaction } from '../../../platform/database/transaction';
import type { BoardFacts } from '../../hierarchy';
import type { ColumnConfig } from '../column-type';
import { TooMuchToCompute } from '../columns.errors';
import type { ItemTimes } from '../present-values';
import { addEntries, type PreparedValues } from '../prepared-values';
import { type Computation, Computations, type Manner } from './computations';
import { type ComputedColumn, computedColumns, typeOf } from './computed-columns';
import type { ComputedItem } from './computed-item';
import { LookupFollowers } from './lookup-followers';
import { callMaxSteps } from './work-limits';

interface Added {
  /** In order. */
  columns: readonly ComputedColumn[];
  before: readonly ComputedItem[];
  manner: Manner;
}

/** Puts results beside the values that are about to be written, so that both are written at once. */
@Injectable()
export class PreparedResults {
  /** What the changes of one transaction have taken so far: a call may change many items, one after the other. */
  private readonly stepsOf = new WeakMap<Transaction, number>();

  constructor(
    private readonly computations: Computations,
    private readonly followers: LookupFollowers,
  ) {}

  /**
   * For a change of an item: what is computed from it, and what it was to begin with. Nothing where nothing changes. The
   * item is held, so that nobody is waited for who may be waiting for it: two boards can look at each other.
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
        const entries = typeOf(column).indexEntries(result, column.config as ColumnConfig, loaded);
        addEntries(into.entries, column.id, entries);
        // A failure is in no index.
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

/** Columns that the prepared values make different. */
export function changedColumns(
  before: ComputedItem['values'],
  { set, cleared, touched }: PreparedValues,
): string[] {
  return touched.filter((id) =>
    cleared.includes(id) ? id in before : !isDeepStrictEqual(set[id], before[id]),
  );
}
