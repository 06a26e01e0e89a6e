import type { ColumnTypeName } from '../column-type';

/** The columns of a board that is created without any (specification, "Boards and groups"). */
export const DEFAULT_COLUMNS: readonly { name: string; type: ColumnTypeName }[] = [
  { name: 'Status', type: 'status' },
  { name: 'People', type: 'people' },
];
