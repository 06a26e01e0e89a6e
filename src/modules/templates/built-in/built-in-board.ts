import type { ColumnTypeName } from '../../../column-types/column-type';

/** A board of a template in code; configs have the input form of columns.create. */
export interface BuiltInBoard {
  name: string;
  defaultView: string;
  groups: readonly string[];
  columns: readonly { name: string; type: ColumnTypeName; config?: object }[];
}
