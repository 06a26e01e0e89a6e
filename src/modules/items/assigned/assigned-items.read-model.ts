import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, UserId, WorkspaceId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { ColumnType } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { Database } from '../../../platform/database/database';
import { isKeyOf } from '../../../platform/database/is-key-of';
import { statementFamily } from '../../../platform/database/statement';

export interface AssignedQuery {
  userId: UserId;
  /** The workspaces that the caller sees, and the boards in them; null for all of them. */
  workspaceIds: readonly WorkspaceId[];
  boardIds: readonly BoardId[] | null;
  open: boolean | null;
  dueBefore: Date | null;
  cursor: ItemId | null;
  limit: number;
}

const TYPES = Object.values(columnTypes);
const namesOf = (types: readonly ColumnType[]) => types.map(({ name }) => name);
const DONE_TYPES = namesOf(TYPES.filter(({ isDone, labelsOf }) => isDone && labelsOf));
const DATE_TYPES = namesOf(TYPES.filter(({ kind, writable }) => kind === 'instant' && writable));
const SPAN_TYPES = namesOf(TYPES.filter(({ kind }) => kind === 'range'));

/** A cell of the item in a column of the board. */
const hasCell = (condition: string) => `exists (
      select from item_values cell join columns on columns.organization_id = $1 and columns.key = cell.column_key
      where cell.item_key = item.key and cell.ordinal = 0 and (${condition}))`;

const IS_DONE = hasCell(`columns.type = any ($9) and exists (
        select from jsonb_array_elements(columns.config -> 'labels') label
        where label ->> 'id' = cell.text_key and (label ->> 'isDone')::boolean)`);

// The key of a range of time is its start and its end, each of 24 characters.
const IS_DUE = hasCell(`(columns.type = any ($10) and cell.number_key < $8::double precision)
        or (columns.type = any ($11)
          and substr(cell.text_key, 25) < $6::text)`);

// Ids of users are in the index only for cells of people. Live items have a positive lane.
const ASSIGNED = statementFamily(
  'items.assigned',
  (limit: number) => `
  select item.id
  from (
    select distinct item_key from item_values
    where ref = $2 and ${isKeyOf('column_key', '$1')} and lane > 0) assigned
  cross join lateral (
    select * from items where organization_id = $1 and items.key = assigned.item_key offset 0) item
  join boards board on board.organization_id = $1 and board.id = item.board_id
    and board.deleted_at is null and board.archived_at is null
    and board.workspace_id = any ($3) and ($4::text[] is null or board.id = any ($4))
  join projects project on project.organization_id = $1 and project.id = board.project_id
    and project.deleted_at is null and project.archived_at is null
  where ($5::boolean is null or $5 <> ${IS_DONE})
    and ($6::text is null or ${IS_DUE})
    and ($7::text is null or item.id < $7)
  order by item.id desc limit ${limit + 1}`,
);

/** The live items on all boards that name a user in a cell of people, newest first. */
@Injectable()
export class AssignedItemsReadModel {
  constructor(private readonly database: Database) {}

  async ids(context: CallContext, query: AssignedQuery): Promise<ItemId[]> {
    const { userId, workspaceIds, boardIds, open, dueBefore, cursor, limit } = query;
    const rows = await this.database.query<{ id: ItemId }>(context, ASSIGNED(limit), [
      context.organizationId,
      userId,
      workspaceIds,
      boardIds,
      open,
      dueBefore?.toISOString() ?? null,
      cursor,
      dueBefore?.getTime() ?? null,
      DONE_TYPES,
      DATE_TYPES,
      SPAN_TYPES,
    ]);
    return rows.map(({ id }) => id);
  }
}
