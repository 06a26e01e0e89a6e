/**
 * Where an input contains its values, for errors: the path of the object (`values`, `changes`), empty when the input is one
 * value; or a function of the column.
 */
export type ValuePath = string | ((columnId: string) => string);

export function pathOf(path: ValuePath, columnId: string): string {
  if (typeof path === 'function') return path(columnId);
  return path === '' ? 'value' : `${path}.${columnId}`;
}
