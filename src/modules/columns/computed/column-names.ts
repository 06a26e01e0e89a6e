/** Columns in the kept form of an expression. */
const NAMED = /\{(col_[0-9A-HJKMNP-TV-Z]{26})\}/g;

/** Ids of the columns that a kept expression names. */
export function namedColumns(expression: string): string[] {
  return [...new Set(Array.from(expression.matchAll(NAMED), ([, id]) => id!))];
}

/** The expression with other columns in the place of its own; those in no map stay. */
export function renamedColumns(expression: string, columnIds: ReadonlyMap<string, string>): string {
  return expression.replace(NAMED, (_, id: string) => `{${columnIds.get(id) ?? id}}`);
}
