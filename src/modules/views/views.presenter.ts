import type { ColumnId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { BoardFacts } from '../hierarchy';
import { keptConditions } from './kept-conditions';
import { keptOptions } from './options/kept-options';
import type { ViewEntity } from './view.entity';
import type { ViewOutput } from './views.schemas';

type Field = NonNullable<ViewOutput['sortBy']>;

/** A view without its place in a list. */
export type ShownView = Omit<ViewOutput, 'position'>;

/**
 * A view as its reader can use it now: settings of columns that no longer exist, and conditions that name
 * records hidden from the reader, are left out.
 */
export function presentView(view: ViewEntity, board: BoardFacts, hidden: ReadonlySet<Json>): ShownView {
  const { id, boardId, name, layout, sortDir, createdBy, createdAt, updatedAt } = view;
  const isThere = (field: string) => !field.startsWith('col_') || board.columnsById.has(field as ColumnId);
  const kept = (field: string | null) => (field !== null && isThere(field) ? (field as Field) : null);
  return {
    id,
    boardId,
    name,
    layout,
    filters: keptConditions(
      view.filters,
      (condition) => !hidden.has(condition) && isThere(String(condition['columnId'])),
    ),
    sortBy: kept(view.sortBy),
    sortDir,
    groupBy: kept(view.groupBy),
    hiddenColumns: view.hiddenColumns.filter(isThere) as ColumnId[],
    options: keptOptions(view.options, board),
    personal: view.personalOf !== null,
    createdBy,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
