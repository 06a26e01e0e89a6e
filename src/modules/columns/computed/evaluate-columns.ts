import type { ColumnId } from '../../../kernel/ids';
import type { ColumnConfig, LoadedReferences, StoredValue } from '../column-type';
import type { FormulaClock, FormulaScalar, FormulaValue } from '../formula';
import { FormulaFailure } from '../formula/formula-failure';
import { failure, failureReason } from '../values/failure';
import { aggregateLinked, type LinkedValue } from './aggregate-linked';
import { type BoardColumns, type ComputedColumn, type Looking, typeOf } from './computed-columns';

/** An item as computed columns read it. */
export interface ComputedItem {
  values: Readonly<Record<string, StoredValue>>;
  /** ISO 8601 with milliseconds. */
  createdAt: string;
  updatedAt: string;
}

/** What computations read besides the item itself. */
export interface Surroundings {
  clock: FormulaClock;
  loaded: LoadedReferences;
  /** What the items that a lookup's link column names have in its target, in their order; null: the target is gone. */
  linked(lookup: Looking, item: ComputedItem): readonly LinkedValue[] | null;
}

/** The results of these columns, which must be in order, for one item; null where a cell is empty. */
export function evaluateColumns(
  board: BoardColumns,
  columns: readonly ComputedColumn[],
  item: ComputedItem,
  around: Surroundings,
): Map<ColumnId, StoredValue | null> {
  const results = new Map<ColumnId, StoredValue | null>();
  const values = { ...item.values };
  const inputs = new FormulaInputs(board, { ...item, values }, around.loaded);
  for (const computed of columns) {
    const { id } = computed.column;
    const result = evaluate(computed, inputs, around);
    results.set(id, result);
    if (result === null) delete values[id];
    else values[id] = result;
  }
  return results;
}

function evaluate(computed: ComputedColumn, inputs: FormulaInputs, around: Surroundings): StoredValue | null {
  const { formula, lookup } = computed;
  if (computed.failure !== null) return failure(computed.failure);
  if (lookup !== null) {
    const linked = around.linked(lookup, inputs.item);
    return linked === null
      ? failure('the column that it looks at is gone')
      : aggregateLinked(lookup.aggregate, linked, around.loaded);
  }
  if (formula === null) return null;
  const outcome = formula.evaluate(inputs, around.clock);
  return 'error' in outcome ? failure(outcome.error) : stored(outcome.value);
}

/** Reads an item's cells when an expression asks for them; a cell that has failed fails who reads it. */
class FormulaInputs extends Map<string, FormulaValue> {
  constructor(
    private readonly board: BoardColumns,
    readonly item: ComputedItem,
    private readonly loaded: LoadedReferences,
  ) {
    super();
  }

  override get(id: string): FormulaValue {
    const column = this.board.columnsById.get(id as ColumnId);
    if (!column) return null;
    const config = column.config as ColumnConfig;
    const type = typeOf(column);
    const { by } = type.sortOrder(config);
    const value = by === 'createdAt' || by === 'updatedAt' ? this.item[by] : this.item.values[id];
    if (value === undefined) return null;
    const reason = failureReason(value);
    if (reason !== null) throw new FormulaFailure(reason);
    return type.formulaValue
      ? type.formulaValue(value, config, this.loaded)
      : type.toText(value, config, this.loaded);
  }
}

/** A result as a cell keeps it; an empty list is an empty cell. */
function stored(value: FormulaValue): StoredValue | null {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) {
    const entries = (value as readonly FormulaScalar[]).map(storedScalar).filter((entry) => entry !== null);
    return entries.length === 0 ? null : entries;
  }
  return storedScalar(value as FormulaScalar);
}

/** Half of a character, which an expression may have cut off, is nothing that PostgreSQL keeps. */
function storedScalar(value: FormulaScalar): string | number | boolean | null {
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'object' && value !== null ? new Date(value.instant).toISOString() : value;
}
