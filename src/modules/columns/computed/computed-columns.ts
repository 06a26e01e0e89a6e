import type { ColumnId } from '../../../kernel/ids';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { ColumnConfig, ColumnType, ColumnTypeName } from '../column-type';
import { ColumnNames, type CompiledFormula, type FormulaColumn, FormulaRefused } from '../formula';
import { columnTypes } from '../types';
import type { FormulaConfig } from '../types/formula';
import type { LookupConfig } from '../types/lookup';
import { namedColumns } from './column-names';
import { rememberedFormulas } from './remembered-formulas';

/** A board as far as its columns go. */
export type BoardColumns = Pick<BoardFacts, 'id' | 'columns' | 'columnsById'>;

/** What a lookup looks through, at what, and what it makes of it. */
export type Looking = Required<Omit<LookupConfig, 'result' | 'days'>>;

/** A computed column of a board, ready to compute. */
export interface ComputedColumn {
  column: ColumnFacts;
  /** Columns of the same board that its results are made from. */
  inputs: readonly ColumnId[];
  /** Null in a lookup, and while there is nothing to compute. */
  formula: CompiledFormula | null;
  /** Null in a formula, and until both columns are chosen. */
  lookup: Looking | null;
  /** Why every item fails; null where each decides for itself. */
  failure: string | null;
}

export function typeOf(column: Pick<ColumnFacts, 'type'>): ColumnType {
  return columnTypes[column.type as ColumnTypeName];
}

/** Columns as expressions name them. */
export function formulaColumns(columns: readonly ColumnFacts[]): FormulaColumn[] {
  return columns.map((column) => ({
    id: column.id,
    name: column.name,
    type: typeOf(column).formulaType(column.config as ColumnConfig),
  }));
}

/** What the formulas and lookups of one board depend on, and in which order they compute (decision 0040). */
export class ComputedColumns {
  /** Each after those that it reads. */
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
    this.numbers = idsWhere(board, (type) => type.numbersItems === true);
  }

  /** The computed columns whose results may change when these columns do, in order. */
  affectedBy(changed: Iterable<string>): ComputedColumn[] {
    if (this.ordered.length === 0) return [];
    const moving = new Set<string>(changed);
    return this.ordered.filter(({ column, inputs }) => {
      if (!inputs.some((id) => moving.has(id))) return false;
      moving.add(column.id);
      return true;
    });
  }

  /** These computed columns and all that are computed from them, in order. */
  closureOf(columnIds: readonly string[]): ComputedColumn[] {
    const wanted = new Set(columnIds);
    const following = new Set(this.affectedBy(columnIds));
    return this.ordered.filter((each) => wanted.has(each.column.id) || following.has(each));
  }

  /** Whether an edit of anything changes a result. */
  get readEdits(): boolean {
    return this.affectedBy(this.changingWithEdits).length > 0;
  }

  /** Whether a result is made from the number that an item gets as it is made. */
  get readNumbers(): boolean {
    return this.affectedBy(this.numbers).length > 0;
  }

  get readLinkedItems(): boolean {
    return this.ordered.some(({ lookup }) => lookup !== null);
  }
}

/** One plan per state of a board; it goes when the board's facts go. */
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
  if (typeOf(column).computedFrom === 'linkedItems') {
    const { linkColumnId, targetColumnId, aggregate } = column.config as LookupConfig;
    if (linkColumnId === undefined || targetColumnId === undefined) return nothing;
    const inputs = [linkColumnId as ColumnId];
    if (!board.columnsById.has(inputs[0]!)) return { ...nothing, failure: 'the link column is gone' };
    return { ...nothing, inputs, lookup: { linkColumnId, targetColumnId, aggregate } };
  }
  const { expression, gone = {} } = column.config as FormulaConfig;
  if (expression.trim() === '') return nothing;
  // One that fails is computed again all the same when what it names becomes another.
  const inputs = namedColumns(expression) as ColumnId[];
  const missing = Object.entries(gone).find(([id]) => expression.includes(`{${id}}`));
  if (missing) return { ...nothing, inputs, failure: `the column "${missing[1]}" is gone` };
  try {
    const formula = rememberedFormulas.compile(expression, named);
    return { ...nothing, inputs: formula.dependsOn as ColumnId[], formula };
  } catch (refusal) {
    // It was accepted once; the type of a column that it names has changed since.
    if (!(refusal instanceof FormulaRefused)) throw refusal;
    return { ...nothing, inputs, failure: refusal.message };
  }
}

/** Circles are refused when they are saved; should one be there all the same, it computes nothing. */
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
  return board.columns
    .filter((column) => holds(typeOf(column), column.config as ColumnConfig))
    .map(({ id }) => id);
}
