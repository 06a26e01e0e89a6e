import { Injectable } from '@nestjs/common';
import type { CommentId, ItemId } from '../../kernel/ids';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import { Database } from '../../platform/database/database';
import { type Statement, statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { COMMENT_FIELDS, type CommentRecord } from './comment.record';
import type { CommentPlace } from './comments.repository';

const LIST = statementFamily(
  'comments.list',
  (limit: number) => `select ${COMMENT_FIELDS} from comments comment
   where organization_id = $1 and item_id = $2 and parent_id is null and tombstone_until is null
     and id < coalesce($3, '~')
   order by id desc limit ${limit + 1}`,
);

const LIST_PINNED = statementFamily(
  'comments.list-pinned',
  (limit: number) => `select ${COMMENT_FIELDS} from comments comment
   where organization_id = $1 and item_id = $2 and is_pinned and tombstone_until is null
     and id < coalesce($3, '~')
   order by id desc limit ${limit + 1}`,
);

const REPLIES = statementFamily(
  'comments.replies',
  (limit: number) => `select ${COMMENT_FIELDS} from comments comment
   where organization_id = $1 and parent_id = $2 and tombstone_until is null and id > coalesce($3, '')
   order by id limit ${limit + 1}`,
);

// Deleted comments count: the page after one of them is still known.
const CURSOR = statement(
  'comments.cursor',
  `select from comments
   where organization_id = $1 and id = $3 and (item_id = $2 and parent_id is null or parent_id = $2)`,
);

const CURSOR_PINNED = statement(
  'comments.cursor-pinned',
  'select from comments where organization_id = $1 and item_id = $2 and id = $3',
);

const PLACE = statement(
  'comments.place',
  `select item_id as "itemId", parent_id as "parentId", author_id as "authorId" from comments
   where organization_id = $1 and id = $2 and tombstone_until is null`,
);

@Injectable()
export class CommentsReadModel {
  constructor(private readonly database: Database) {}

  /** Where a comment is; null when there is none. */
  async place(context: TenantContext, id: CommentId): Promise<CommentPlace | null> {
    const [row] = await this.database.query<CommentPlace>(context, PLACE, [context.organizationId, id]);
    return row ?? null;
  }

  /** Top-level comments, newest first. */
  list(context: TenantContext, itemId: ItemId, page: CommentsPage): Promise<Page<CommentRecord>> {
    return this.page(context, itemId, page, { list: LIST, cursor: CURSOR });
  }

  /** Pinned comments and replies, newest first. */
  pinned(context: TenantContext, itemId: ItemId, page: CommentsPage): Promise<Page<CommentRecord>> {
    return this.page(context, itemId, page, { list: LIST_PINNED, cursor: CURSOR_PINNED });
  }

  /** Oldest first. */
  replies(context: TenantContext, parentId: CommentId, page: CommentsPage): Promise<Page<CommentRecord>> {
    return this.page(context, parentId, page, { list: REPLIES, cursor: CURSOR });
  }

  private async page(
    context: TenantContext,
    of: ItemId | CommentId,
    { cursor, limit }: CommentsPage,
    statements: { list: (limit: number) => Statement; cursor: Statement },
  ): Promise<Page<CommentRecord>> {
    const values = [context.organizationId, of, cursor];
    if (cursor !== null && (await this.database.query(context, statements.cursor, values)).length === 0)
      throw new UnknownCursor();
    return pageOf(await this.database.query<CommentRecord>(context, statements.list(limit), values), limit);
  }
}

export interface CommentsPage {
  cursor: CommentId | null;
  limit: number;
}
