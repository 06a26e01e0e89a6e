import type { ColumnId } from '../../../kernel/ids';
import type { ColumnTypeName } from '../../../column-types/column-type';
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

export function indexOf(
  { targets }: Pick<ImportPlan, 'targets'>,
  to: 'name' | 'description' | 'group',
): number {
  return targets.findIndex((target) => target.to === to);
}
