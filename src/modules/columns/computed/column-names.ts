import type { ColumnId } from '../../../kernel/ids';

/** Columns in the stored form of an expression. */
const NAMED = /\{(col_[0-9A-HJKMNP-TV-Z]{26})\}/g;

/** Ids of the columns that a stored expression names. */
export function namedColumns(expression: string): ColumnId[] {
  return [...new Set(Array.from(expression.matchAll(NAMED), ([, id]) => id as ColumnId))];
}

/** The expression with its columns replaced; columns that are in no map stay. */
export function renamedColumns(expression: string, columnIds: ReadonlyMap<string, string>): string {
  return expression.replace(NAMED, (_, id: string) => `{${columnIds.get(id) ?? id}}`);
}
