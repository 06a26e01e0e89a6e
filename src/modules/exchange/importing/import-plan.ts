import type { ColumnId } from '../../../kernel/ids';
import type { ColumnTypeName } from '../../../column-types/column-type';
import { refersToItems } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { CellFormat } from '../../../column-types/cells/cell-format';
import type { DerivedColumn, Source } from '../presets/preset';
import { rewrite, type RewriteName } from '../presets/rewrites';

/** A column to be created on the board for a column of the file. */
export interface PlannedColumn {
  name: string;
  type: ColumnTypeName;
  /** The input of columns.create. */
  config: unknown;
}

/** The target of a column of the file. */
export type Target =
  | { to: 'name' | 'description' | 'group' | 'parent' | 'skip' }
  | { to: 'column'; columnId: ColumnId }
  | { to: 'newColumn'; column: PlannedColumn };

/** The mapping of a file, column by column in the file's order; plain data, so that a job can store it. */
export interface ImportPlan {
  headers: string[];
  targets: Target[];
  formats: CellFormat[];
  /** The column with which other rows refer to a row; null for names only. */
  keyIndex: number | null;
  /** The rest is absent in jobs of earlier releases. The product of the file, csv if absent. */
  source?: Source | undefined;
  /** All columns with which other rows refer to a row, instead of `keyIndex`. */
  keyIndexes?: readonly number[] | undefined;
  /** For columns whose cells are changed before they are read. */
  rewrites?: readonly (RewriteName | null)[] | undefined;
  /** Columns behind those of the file. */
  derived?: readonly DerivedColumn[] | undefined;
  /** The column whose values identify items that exist. */
  updateBy?: number | undefined;
  /** Undefined: people and items of links must be found, and other references are left out. */
  unresolved?: 'report' | 'reject' | undefined;
  /** Of new groups, by name. */
  groupColors?: Readonly<Record<string, string>> | undefined;
  dates?: PlannedDates | undefined;
}

/** How the dates are read that can be read with the day or the month first. */
export interface PlannedDates {
  order: CellFormat['dateOrder'];
  from: 'input' | 'file' | 'organization' | 'default';
  /** Headers. */
  columns: string[];
}

/** The cell of a column as it is to be read. */
export function cellOf({ rewrites }: Pick<ImportPlan, 'rewrites'>, index: number, text: string): string {
  const name = rewrites?.[index];
  return name ? rewrite(name, text) : text;
}

export function parentIndexesOf({ targets }: Pick<ImportPlan, 'targets'>): number[] {
  return targets.flatMap((target, index) => (target.to === 'parent' ? [index] : []));
}

export function newColumnsOf({ targets }: Pick<ImportPlan, 'targets'>): PlannedColumn[] {
  return targets.flatMap((target) => (target.to === 'newColumn' ? [target.column] : []));
}

/** The type of the board's column that a column of the file goes to; null if it goes to none. */
export function typeOf(
  { targets }: Pick<ImportPlan, 'targets'>,
  board: Pick<BoardFacts, 'columnsById'> | null,
  index: number,
): ColumnTypeName | null {
  const target = targets[index]!;
  if (target.to === 'newColumn') return target.column.type;
  return target.to === 'column' ? (board?.columnsById.get(target.columnId)?.type ?? null) : null;
}

/** The column of the file whose cells name items, which are found only with the whole file in memory; -1 if there is none. */
export function indexOfItems(
  plan: Pick<ImportPlan, 'targets'>,
  board: Pick<BoardFacts, 'columnsById'> | null,
): number {
  return plan.targets.findIndex((_, index) => {
    const type = typeOf(plan, board, index);
    return type !== null && refersToItems(type);
  });
}

/** Whether rows refer to each other, or to items of the board, so that they cannot be read one after the other. */
export function needsAllRows(
  plan: Pick<ImportPlan, 'targets' | 'updateBy'>,
  board: Pick<BoardFacts, 'columnsById'> | null,
): boolean {
  const { updateBy } = plan;
  return updateBy !== undefined || parentIndexesOf(plan).length > 0 || indexOfItems(plan, board) !== -1;
}

export function indexOf(
  { targets }: Pick<ImportPlan, 'targets'>,
  to: 'name' | 'description' | 'group',
): number {
  return targets.findIndex((target) => target.to === to);
}
