import { Injectable } from '@nestjs/common';
import type { BoardId, CommentId, ItemId } from '../../kernel/ids';
import { type Page, pageOf } from '../../kernel/cursor';
import { Database } from '../../platform/database/database';
import { type Statement, statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import {
  type CommentRecord,
  type CommentRow,
  NO_PEOPLE,
  type People,
  SHOWN,
  SHOWN_ONE,
} from './comment.record';
import type { CommentPlace } from './comments.repository';

/**
 * A page of a list, with the board of its item: whether the caller sees the item is decided afterwards, which saves a round
 * trip. The only row of an empty page has no id.
 */
const pageOfComments = ({ item, page, cursor }: { item: string; page: string; cursor: string }) =>
  `with page as materialized (select * from comments where organization_id = $1 and ${page}),
   ${SHOWN.ctes}
   select item.board_id as "boardId",
     $3::text is null or exists (
       select from comments where organization_id = $1 and id = $3 and ${cursor}) as "isCursorKnown",
     ${SHOWN.fields}
   from items item left join (${SHOWN.from}) on true
   where item.organization_id = $1 and ${item} and item.trashed_at is null`;

// Top-level comments are in the order of `item_id || id`, which only the index of these has; ids have one length. In the order
// of their ids, a plan that is made for any item would read the comments of all items while statistics know few of them. For
// the same reason, replies are a range of (parent, id).
// Deleted comments are known as cursors: the page after one of them can still be read.
export const LIST = statementFamily(
  'comments.list',
  (limit: number) =>
    `${pageOfComments({
      item: 'item.id = $2',
      page: `item_id || id > $2 and item_id || id < $2 || coalesce($3, '~')
       and parent_id is null and tombstone_until is null
     order by item_id || id desc limit ${limit + 1}`,
      cursor: 'item_id = $2 and parent_id is null',
    })} order by page.id desc`,
);

export const LIST_PINNED = statementFamily(
  'comments.list-pinned',
  (limit: number) =>
    `${pageOfComments({
      item: 'item.id = $2',
      page: `item_id = $2 and is_pinned and tombstone_until is null and id < coalesce($3, '~')
     order by id desc limit ${limit + 1}`,
      cursor: 'item_id = $2',
    })} order by page.id desc`,
);

export const REPLIES = statementFamily(
  'comments.replies',
  (limit: number) =>
    `${pageOfComments({
      item: `item.id = (
       select item_id from comments where organization_id = $1 and id = $2 and tombstone_until is null)`,
      page: `parent_id <= $2 and (parent_id, id) > ($2, coalesce($3, '')) and tombstone_until is null
     order by parent_id, id limit ${limit + 1}`,
      cursor: 'parent_id = $2',
    })} order by page.id`,
);

const PLACE = statement(
  'comments.place',
  `select item_id as "itemId", parent_id as "parentId", author_id as "authorId" from comments
   where organization_id = $1 and id = $2 and tombstone_until is null`,
);

const BY_ID = statement(
  'comments.by-id',
  `with page as materialized (
     select comment.* from comments comment
     join items item on item.organization_id = $1 and item.id = comment.item_id and item.trashed_at is null
     where comment.organization_id = $1 and comment.id = any ($2) and comment.tombstone_until is null),
   ${SHOWN_ONE}`,
);

@Injectable()
export class CommentsReadModel {
  constructor(private readonly database: Database) {}

  /** Where a comment is; null when there is none. */
  async place(context: TenantContext, id: CommentId): Promise<CommentPlace | null> {
    const [row] = await this.database.query<CommentPlace>(context, PLACE, [context.organizationId, id]);
    return row ?? null;
  }

  /** Those that can be read: deleted ones and those of items in Trash are left out. */
  async byId(
    context: TenantContext,
    ids: readonly CommentId[],
  ): Promise<{ rows: CommentRecord[]; people: People }> {
    const rows = await this.database.query<CommentRow>(context, BY_ID, [context.organizationId, ids]);
    return { rows, people: peopleIn(rows) };
  }

  /** Top-level comments, newest first; null when the item does not exist or is in Trash. */
  list(context: TenantContext, itemId: ItemId, request: PageRequest): Promise<CommentsPage | null> {
    return this.page(context, LIST, itemId, request);
  }

  /** Pinned comments and replies, newest first; null as above. */
  pinned(context: TenantContext, itemId: ItemId, request: PageRequest): Promise<CommentsPage | null> {
    return this.page(context, LIST_PINNED, itemId, request);
  }

  /** Oldest first; null when the comment or its item does not exist, or the item is in Trash. */
  replies(context: TenantContext, parentId: CommentId, request: PageRequest): Promise<CommentsPage | null> {
    return this.page(context, REPLIES, parentId, request);
  }

  private async page(
    context: TenantContext,
    list: (limit: number) => Statement,
    of: ItemId | CommentId,
    { cursor, limit }: PageRequest,
  ): Promise<CommentsPage | null> {
    const values = [context.organizationId, of, cursor];
    const found = await this.database.query<PageRow>(context, list(limit), values);
    const [first] = found;
    if (first === undefined) return null;
    const { boardId, isCursorKnown } = first;
    return {
      boardId,
      isCursorKnown,
      people: peopleIn(found),
      ...pageOf(first.id === null ? [] : found, limit),
    };
  }
}

/** One row has the people of all. */
function peopleIn(rows: readonly Pick<CommentRow, 'people'>[]): People {
  return rows.find(({ people }) => people !== null)?.people ?? NO_PEOPLE;
}

/** The columns of comments are null in the row of an item without comments. */
type PageRow = CommentRow & Pick<CommentsPage, 'boardId' | 'isCursorKnown'>;

interface PageRequest {
  cursor: CommentId | null;
  limit: number;
}

/** Only for callers who see the board. */
export interface CommentsPage extends Page<CommentRecord> {
  boardId: BoardId;
  isCursorKnown: boolean;
  people: People;
}
