import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId, OrganizationId } from '../../../../kernel/ids';
import { Database } from '../../../../platform/database/database';
import { statement } from '../../../../platform/database/statement';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { DatabaseContext } from '../../../../platform/database/transaction';

export const LOOKING_AT = statement(
  'looking-columns.at',
  `select id, board_id as "boardId", config ->> 'linkColumnId' as "linkColumnId" from columns
   where organization_id = $1 and config ? 'targetColumnId' and (config ->> 'targetColumnId') collate "C" = any ($2)`,
);

export const ITEMS_LINKING = statement(
  'looking-columns.items-linking',
  `select id from items where organization_id = $1 and key in (
     select item_key from item_values
     where ref = any ($2)
       and column_key in (select key from columns where organization_id = $1 and columns.id = any ($3)))`,
);

export const SHOWN_COLUMNS = statement(
  'looking-columns.shown',
  `select given.column_id as id from unnest($1::text[], $2::text[]) as given (organization_id, column_id)
   where exists (
     select from columns where columns.organization_id = given.organization_id and config ? 'targetColumnId'
       and (config ->> 'targetColumnId') collate "C" = given.column_id)`,
);

/** A lookup somewhere in the organization. */
export interface ReferencingLookup {
  id: ColumnId;
  boardId: BoardId;
  linkColumnId: ColumnId | null;
}

export function byBoard(lookups: readonly ReferencingLookup[]): Map<BoardId, ReferencingLookup[]> {
  const boards = new Map<BoardId, ReferencingLookup[]>();
  // In one order, so that two transactions that write jobs of the same boards cannot deadlock.
  for (const lookup of lookups.toSorted((one, other) => (one.boardId < other.boardId ? -1 : 1)))
    boards.set(lookup.boardId, [...(boards.get(lookup.boardId) ?? []), lookup]);
  return boards;
}

/** Reverse references of lookups: which lookups read a column, and which of their items link to an item. */
@Injectable()
export class ReferencingLookupsReadModel {
  constructor(private readonly database: Database) {}

  at(context: TenantContext, columnIds: readonly ColumnId[]): Promise<ReferencingLookup[]> {
    return this.database.query<ReferencingLookup>(context, LOOKING_AT, [context.organizationId, columnIds]);
  }

  /** Which of these columns, of any organizations, a lookup shows. */
  async shownColumns(
    context: DatabaseContext,
    columns: readonly { organizationId: OrganizationId; columnId: ColumnId }[],
  ): Promise<Set<ColumnId>> {
    const given = [...new Map(columns.map((column) => [column.columnId, column])).values()];
    if (given.length === 0) return new Set();
    const values = [given.map(({ organizationId }) => organizationId), given.map(({ columnId }) => columnId)];
    const rows = await this.database.query<{ id: ColumnId }>(context, SHOWN_COLUMNS, values);
    return new Set(rows.map(({ id }) => id));
  }

  /** The items that link to one of these through one of the columns. */
  async itemsLinking(
    context: TenantContext,
    to: readonly ItemId[],
    linkColumnIds: readonly ColumnId[],
  ): Promise<ItemId[]> {
    const values = [context.organizationId, to, linkColumnIds];
    const rows = await this.database.query<{ id: ItemId }>(context, ITEMS_LINKING, values);
    return rows.map(({ id }) => id);
  }
}
