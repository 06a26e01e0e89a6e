import type { ColumnTypeName } from '../../../src/column-types/column-type';
import { columnExamples, type ExampleWorld } from '../column-examples';
import type { TestBoard } from './board.factory';
import { made } from './workspace.factory';

const EXAMPLES = Object.entries(columnExamples(String));

/** Columns by their types, and a value of each that has one, by column. */
export interface EveryType {
  columns: Partial<Record<ColumnTypeName, string>>;
  values: Record<string, unknown>;
}

/** Creates a column of each type, but a lookup, whose settings name other columns. */
export async function columnsOfEveryType(
  board: TestBoard,
  place: ExampleWorld,
  fileId: string,
): Promise<EveryType> {
  const every: EveryType = { columns: {}, values: {} };
  for (const [type, { config, value }] of EXAMPLES) {
    if (type === 'lookup') continue;
    const column = await made(board.organization.owner.client, 'columns.create', {
      boardId: board.id,
      name: `A ${type}`,
      type,
      ...(config === undefined ? {} : { config: config(place) }),
    });
    every.columns[type as ColumnTypeName] = column.id as string;
    if (value !== undefined) every.values[column.id] = value(place);
    if (type === 'file') every.values[column.id] = [fileId];
  }
  return every;
}
