import type { ColumnTypeName } from '../../columns';

/** A board as a template in code describes it; configs are written as columns.create takes them. */
export interface BuiltInBoard {
  name: string;
  defaultView: string;
  groups: readonly string[];
  columns: readonly { name: string; type: ColumnTypeName; config?: object }[];
}
