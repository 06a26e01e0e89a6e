import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, UserId, WorkspaceId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import { POSITION, POSITION_JOINS } from '../move/item-position';
import { ITEM_FIELDS, type ItemRecord } from '../item.record';

export type TrashScope = 'board' | 'workspace';

/**
 * The latest entries of some boards or workspaces ($2) after a bound ($3, $4), except those of boards that no
 * longer exist ($5): one index range per board or workspace, whatever the size of others.
 */
export const TRASH_PAGE = statementFamily(
  'trash.page',
  (scope: TrashScope, limit: number) => `
  select ${ITEM_FIELDS}, ${POSITION}, page.trashed_at as "trashedAt", page.trashed_by as "trashedBy"
  from (
    select entry.* from unnest($2::text[]) as place (id)
    cross join lateral (
      select item_id, trashed_at, trashed_by from trash_entries
      where organization_id = $1 and ${scope}_id = place.id and tombstone_until is null
        and (trashed_at, item_id) < ($3::timestamptz, $4) and board_id <> all ($5)
      order by trashed_at desc, item_id desc limit ${limit + 1}) entry
    order by trashed_at desc, item_id desc limit ${limit + 1}) page
  join items item on item.organization_id = $1 and item.id = page.item_id ${POSITION_JOINS}
  order by page.trashed_at desc, page.item_id desc`,
);

// A cursor stays valid after its entry has left Trash.
const CURSOR = statement(
  'trash.cursor',
  `select item_id as id, trashed_at as "trashedAt", workspace_id as "workspaceId", board_id as "boardId"
   from trash_entries
   where organization_id = $1 and item_id = $2`,
);

export interface TrashedItem extends ItemRecord {
  trashedAt: string;
  trashedBy: UserId | null;
}

export interface TrashMark {
  id: ItemId;
  trashedAt: string;
  workspaceId: WorkspaceId;
  boardId: BoardId;
}

export interface TrashPlaces {
  scope: TrashScope;
  ids: readonly (BoardId | WorkspaceId)[];
  /** The boards or workspaces that must contain an entry for the caller to use it as a cursor. */
  within: readonly (BoardId | WorkspaceId)[];
}

@Injectable()
export class TrashReadModel {
  constructor(private readonly database: Database) {}

  /** One more item than `limit` if there is one. */
  page(
    context: CallContext,
    { scope, ids }: TrashPlaces,
    after: TrashMark | null,
    goneBoards: readonly BoardId[],
    limit: number,
  ): Promise<TrashedItem[]> {
    return this.database.query<TrashedItem>(context, TRASH_PAGE(scope, limit), [
      context.organizationId,
      ids,
      after?.trashedAt ?? 'infinity',
      after?.id ?? '',
      goneBoards,
    ]);
  }

  async mark(context: CallContext, id: ItemId): Promise<TrashMark | null> {
    const [row] = await this.database.query<TrashMark>(context, CURSOR, [context.organizationId, id]);
    return row ?? null;
  }
}
