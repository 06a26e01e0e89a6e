import type { BoardId, ColumnId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { DomainEvent } from '../../platform/jobs/outbox';
import type { ColumnOutput } from './columns.schemas';

const event = (type: string, boardId: BoardId, data: { [key: string]: Json }): DomainEvent => ({
  type,
  boardId,
  data,
});

/** The record as it is after the change, in the API's own shape; for deleted ones as it was. */
export const columnsEvents = {
  created: (column: ColumnOutput) => event('column.created', column.boardId, { column: { ...column } }),
  updated: (column: ColumnOutput) => event('column.updated', column.boardId, { column: { ...column } }),
  deleted: (column: ColumnOutput) => event('column.deleted', column.boardId, { column: { ...column } }),
  reordered: (boardId: BoardId, columnIds: ColumnId[]) =>
    event('columns.reordered', boardId, { boardId, columnIds }),
};
