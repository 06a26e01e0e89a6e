import type { ColumnId } from '../../../kernel/ids';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { ColumnConfig, ColumnType } from '../../../column-types/column-type';
import {
  ColumnNames,
  type CompiledFormula,
  type FormulaColumn,
  InvalidFormula,
} from '../../../column-types/formula';
import { columnTypes } from '../../../column-types/types';
import type { FormulaConfig, LookupConfig } from '../../../column-types/configs/computed-configs';
import { namedColumns } from './column-names';
import { rememberedFormulas } from './remembered-formulas';

/** The part of a board that computed columns need. */
export type BoardColumns = Pick<BoardFacts, 'id' | 'columns' | 'columnsById'>;

/** The link column and the target column of a lookup, and its aggregate. */
export type LookupTargets = Required<Omit<LookupConfig, 'result' | 'days'>>;

/** A computed column of a board, compiled. */
export interface ComputedColumn {
  column: ColumnFacts;
  /** Columns of the same board that its results depend on. */
  inputs: readonly ColumnId[];
  /** Null in a lookup, and while there is nothing to compute. */
  formula: CompiledFormula | null;
  /** Null in a formula, and until both columns are chosen. */
  lookup: LookupTargets | null;
  /** Why every item fails; null if that depends on the item. */
  failure: string | null;
}

export function typeOf(column: Pick<ColumnFacts, 'type'>): ColumnType {
  return columnTypes[column.type];
}

/** A column as far as its type and settings go. */
type TypedColumn = Pick<ColumnFacts, 'type' | 'config'>;

/** The config of a column that is computed from an expression; null for other columns. */
export function formulaConfigOf(column: TypedColumn): FormulaConfig | null {
  return typeOf(column).formulaConfig?.(column.config) ?? null;
}

/** The config of a column that is computed from linked items; null for other columns. */
export function lookupConfigOf(column: TypedColumn): LookupConfig | null {
  return typeOf(column).lookupConfig?.(column.config) ?? null;
}

/** Columns that a column is computed from, on its own board and on others; none for a column that is not computed. */
export function inputsOf(column: TypedColumn): ColumnId[] {
  const formula = formulaConfigOf(column);
  if (formula !== null) return namedColumns(formula.expression);
  const { linkColumnId, targetColumnId } = lookupConfigOf(column) ?? {};
  return [linkColumnId, targetColumnId].filter((id) => id !== undefined);
}

/** Columns as expressions name them. */
export function formulaColumns(columns: readonly ColumnFacts[]): FormulaColumn[] {
  return columns.map((column) => ({
    id: column.id,
    name: column.name,
    type: typeOf(column).formulaType(column.config),
  }));
}

/** What the formulas and lookups of one board depend on, and the order of their computation (decision 0040). */
export class ComputedColumns {
  /** In dependency order: each column after those that it reads. */
  readonly ordered: readonly ComputedColumn[];
  /** Columns that show when the item was last changed, and so change with every edit. */
  readonly changingWithEdits: readonly ColumnId[];
  private readonly numbers: readonly ColumnId[];

  constructor(board: BoardColumns) {
    const named = new ColumnNames(formulaColumns(board.columns));
    const computed = board.columns
      .filter((column) => typeOf(column).computedFrom !== undefined)
      .map((column) => compile(column, board, named));
    this.ordered = inOrder(computed);
    this.changingWithEdits = idsWhere(board, (type, config) => type.sortOrder(config).by === 'updatedAt');
    this.numbers = idsWhere(board, (type) => type.firstNumber !== undefined);
  }

  /** The computed columns whose results can change with these columns, in dependency order. */
  affectedBy(changed: Iterable<string>): ComputedColumn[] {
    if (this.ordered.length === 0) return [];
    const moving = new Set<string>(changed);
    return this.ordered.filter(({ column, inputs }) => {
      if (!inputs.some((id) => moving.has(id))) return false;
      moving.add(column.id);
      return true;
    });
  }

  /** These computed columns and all that are computed from them, in dependency order. */
  closureOf(columnIds: readonly string[]): ComputedColumn[] {
    const wanted = new Set(columnIds);
    const following = new Set(this.affectedBy(columnIds));
    return this.ordered.filter((each) => wanted.has(each.column.id) || following.has(each));
  }

  /** Whether an edit of anything changes a result. */
  get readEdits(): boolean {
    return this.affectedBy(this.changingWithEdits).length > 0;
  }

  /** Whether a result depends on the number that an item gets at creation. */
  get readNumbers(): boolean {
    return this.affectedBy(this.numbers).length > 0;
  }

  get readLinkedItems(): boolean {
    return this.ordered.some(({ lookup }) => lookup !== null);
  }
}

/** One plan per state of a board; it is released with the board's facts. */
const plans = new WeakMap<BoardColumns, ComputedColumns>();

export function computedColumns(board: BoardColumns): ComputedColumns {
  let plan = plans.get(board);
  if (!plan) plans.set(board, (plan = new ComputedColumns(board)));
  return plan;
}

function compile(
  column: ColumnFacts,
  board: BoardColumns,
  named: ColumnNames<FormulaColumn>,
): ComputedColumn {
  const nothing = { column, inputs: [], formula: null, lookup: null, failure: null };
  const lookup = lookupConfigOf(column);
  if (lookup !== null) {
    const { linkColumnId, targetColumnId, aggregate } = lookup;
    if (linkColumnId === undefined || targetColumnId === undefined) return nothing;
    if (!board.columnsById.has(linkColumnId)) return { ...nothing, failure: 'the link column is gone' };
    return { ...nothing, inputs: [linkColumnId], lookup: { linkColumnId, targetColumnId, aggregate } };
  }
  const { expression = '', gone = {} } = formulaConfigOf(column) ?? {};
  if (expression.trim() === '') return nothing;
  // A column that fails is still recomputed when a column that it names changes.
  const inputs = namedColumns(expression);
  const missing = Object.entries(gone).find(([id]) => expression.includes(`{${id}}`));
  if (missing) return { ...nothing, inputs, failure: `the column "${missing[1]}" is gone` };
  try {
    const formula = rememberedFormulas.compile(expression, named);
    return { ...nothing, inputs: formula.dependsOn as ColumnId[], formula };
  } catch (rejection) {
    // The expression was valid when it was saved; the type of a column that it names has changed since.
    if (!(rejection instanceof InvalidFormula)) throw rejection;
    return { ...nothing, inputs, failure: rejection.message };
  }
}

/** Cycles are rejected on save; a cycle that exists anyway computes nothing. */
function inOrder(computed: readonly ComputedColumn[]): ComputedColumn[] {
  const ordered: ComputedColumn[] = [];
  let waiting = [...computed];
  while (waiting.length > 0) {
    const unknown = new Set<string>(waiting.map(({ column }) => column.id));
    const ready = waiting.filter(({ inputs }) => !inputs.some((id) => unknown.has(id)));
    if (ready.length === 0) break;
    ordered.push(...ready);
    waiting = waiting.filter((each) => !ready.includes(each));
  }
  return ordered;
}

function idsWhere(
  board: BoardColumns,
  holds: (type: ColumnType, config: ColumnConfig) => boolean,
): ColumnId[] {
  return board.columns.filter((column) => holds(typeOf(column), column.config)).map(({ id }) => id);
}
