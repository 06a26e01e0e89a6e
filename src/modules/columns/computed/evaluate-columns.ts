import type { ColumnId } from '../../../kernel/ids';
import type { LoadedReferences, StoredValue } from '../../../column-types/column-type';
import type { FormulaClock, FormulaScalar, FormulaValue, StepBudget } from '../../../column-types/formula';
import { StepsExhausted } from '../../../column-types/formula/steps-exhausted';
import { failure } from '../../../column-types/values/failure';
import { aggregateLinked, type LinkedValue } from './lookups/aggregate-linked';
import type { BoardColumns, ComputedColumn, LookupTargets } from './computed-columns';
import type { ComputedItem } from './computed-item';
import { ItemInputs } from './item-inputs';
import { stepsOfSize } from './steps-of-size';
import { ITEM_MAX_STEPS } from './work-limits';

/** The inputs of computations besides the item itself. */
export interface Surroundings {
  clock: FormulaClock;
  loaded: LoadedReferences;
  /**
   * The target cells of the items that a lookup's link column names, in their order; null: the target no longer
   * exists.
   */
  linked(lookup: LookupTargets, item: ComputedItem): readonly LinkedValue[] | null;
}

/**
 * The results of these columns, in dependency order, for one item; null for an empty cell. They share one
 * budget, which counts down: columns fail after it is used up.
 */
export function evaluateColumns(
  board: BoardColumns,
  columns: readonly ComputedColumn[],
  before: ComputedItem,
  around: Surroundings,
  budget: StepBudget = { steps: ITEM_MAX_STEPS },
): Map<ColumnId, StoredValue | null> {
  const results = new Map<ColumnId, StoredValue | null>();
  const values = { ...before.values };
  const item = { ...before, values };
  const inputs = new ItemInputs(board, item, around.loaded, budget);
  for (const computed of columns) {
    const { id } = computed.column;
    const result = evaluate(computed, { item, inputs, around, budget });
    results.set(id, result);
    if (result === null) delete values[id];
    else values[id] = result;
  }
  return results;
}

interface Reading {
  item: ComputedItem;
  inputs: ItemInputs;
  around: Surroundings;
  budget: StepBudget;
}

function evaluate(computed: ComputedColumn, { item, inputs, around, budget }: Reading): StoredValue | null {
  const { formula, lookup } = computed;
  if (computed.failure !== null) return failure(computed.failure);
  if (lookup !== null) {
    const linked = around.linked(lookup, item);
    if (linked === null) return failure('the column that it looks at is gone');
    budget.steps -= linked.reduce((sum, { stored }) => sum + 1 + stepsOfSize(stored), 0);
    if (budget.steps < 0) return failure(new StepsExhausted().reason);
    return aggregateLinked(lookup.aggregate, linked, around.loaded);
  }
  if (formula === null) return null;
  const outcome = formula.evaluate(inputs, around.clock, budget);
  return 'error' in outcome ? failure(outcome.error) : stored(outcome.value);
}

/** A result in its stored form; an empty list is an empty cell. */
function stored(value: FormulaValue): StoredValue | null {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) {
    const entries = (value as readonly FormulaScalar[]).map(storedScalar).filter((entry) => entry !== null);
    return entries.length === 0 ? null : entries;
  }
  return storedScalar(value as FormulaScalar);
}

/** PostgreSQL rejects half of a surrogate pair, which an expression can create by cutting a text. */
function storedScalar(value: FormulaScalar): string | number | boolean | null {
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'object' && value !== null ? new Date(value.instant).toISOString() : value;
}
