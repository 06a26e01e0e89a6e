import type { ColumnId } from '../../../kernel/ids';
import type { CellFormat } from '../../columns';

/** A column to be made on the board for a column of the file. */
export interface PlannedColumn {
  name: string;
  type: string;
  /** As columns.create takes it. */
  config: unknown;
}

/** Where a column of the file goes. */
export type Target =
  | { to: 'name' | 'description' | 'group' | 'skip' }
  | { to: 'column'; columnId: ColumnId }
  | { to: 'newColumn'; column: PlannedColumn };

/** What becomes of a file, column by column in the file's order; plain data, so that a job can take it up. */
export interface ImportPlan {
  headers: string[];
  targets: Target[];
  formats: CellFormat[];
  /** The column that other rows refer to a row by; null for names alone. */
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
