import type { ColumnId } from '../../../kernel/ids';
import type { ColumnTypeName } from '../../../column-types/column-type';
import { refersToItems } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { CellFormat } from '../../../column-types/cells/cell-format';

/** A column to be created on the board for a column of the file. */
export interface PlannedColumn {
  name: string;
  type: ColumnTypeName;
  /** The input of columns.create. */
  config: unknown;
}

/** The target of a column of the file. */
export type Target =
  | { to: 'name' | 'description' | 'group' | 'skip' }
  | { to: 'column'; columnId: ColumnId }
  | { to: 'newColumn'; column: PlannedColumn };

/** The mapping of a file, column by column in the file's order; plain data, so that a job can store it. */
export interface ImportPlan {
  headers: string[];
  targets: Target[];
  formats: CellFormat[];
  /** The column with which other rows refer to a row; null for names only. */
  keyIndex: number | null;
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

export function indexOf(
  { targets }: Pick<ImportPlan, 'targets'>,
  to: 'name' | 'description' | 'group',
): number {
  return targets.findIndex((target) => target.to === to);
}
