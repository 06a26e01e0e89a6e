import { Injectable } from '@nestjs/common';
import type { ColumnTypeName } from '../../../column-types/column-type';
import type { BoardId, OrganizationId, WorkspaceId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { richTextToPlain } from '../../../column-types/values/rich-text-to-plain';
import { searchableTexts } from '../../columns';
import type { SearchSource } from './search-document';

/** Records per read: an item can contain 100,000 characters in each of several columns. */
const READ_BATCH_SIZE = 200;

const ITEM = `item.id, item.name, item.description, item.values, item.board_id as "boardId",
  board.workspace_id as "workspaceId"`;
const ITEM_AND_BOARD = `items item
   join boards board on board.organization_id = $1 and board.id = item.board_id and board.deleted_at is null`;

const ITEMS = statement(
  'search.items',
  `select ${ITEM} from ${ITEM_AND_BOARD}
   where item.organization_id = $1 and item.id = any ($2) and item.trashed_at is null`,
);

const SUB_ITEMS = statement(
  'search.sub-items',
  `select id from items where organization_id = $1 and parent_id = any ($2) and id > $3
   order by id limit ${READ_BATCH_SIZE}`,
);

const ITEMS_OF_BOARD = statement(
  'search.items-of-board',
  `select ${ITEM} from ${ITEM_AND_BOARD}
   where item.organization_id = $1 and item.board_id = $2 and item.id > $3 and item.trashed_at is null
   order by item.id limit ${READ_BATCH_SIZE}`,
);

const COLUMN_TYPES = statement(
  'search.column-types',
  `select id, type from columns where organization_id = $1 and board_id = any ($2)`,
);

const BOARDS = statement(
  'search.boards',
  `select id, name, workspace_id as "workspaceId" from boards
   where organization_id = $1 and id = any ($2) and deleted_at is null`,
);

const PROJECTS = statement(
  'search.projects',
  `select id, name, description, workspace_id as "workspaceId" from projects
   where organization_id = $1 and id = any ($2) and deleted_at is null`,
);

const COMMENT = `comment.id, comment.body_html as html, board.workspace_id as "workspaceId"`;
const COMMENT_AND_BOARD = `comments comment
   join items item on item.organization_id = $1 and item.id = comment.item_id and item.trashed_at is null
   join boards board on board.organization_id = $1 and board.id = item.board_id and board.deleted_at is null`;

// Each as the first comment from its id on, which only the index of the primary key has in order, and then its item: joins that were planned
// for empty tables would read all of both (decision 0154).
export const COMMENTS = statement(
  'search.comments',
  `select ${COMMENT} from unnest($2::text[]) as asked (id)
   cross join lateral (
     select * from comments
     where (organization_id, comments.id) >= ($1, asked.id) order by organization_id, comments.id limit 1) as comment
   cross join lateral (select * from items where organization_id = $1 and id = comment.item_id limit 1) as item
   join boards board on board.organization_id = $1 and board.id = item.board_id and board.deleted_at is null
   where comment.organization_id = $1 and comment.id = asked.id and comment.tombstone_until is null and item.trashed_at is null`,
);

const COMMENTS_OF_ITEMS = statement(
  'search.comments-of-items',
  `select ${COMMENT} from ${COMMENT_AND_BOARD}
   where comment.organization_id = $1 and comment.item_id = any ($2) and comment.id > $3
     and comment.tombstone_until is null
   order by comment.id limit ${READ_BATCH_SIZE}`,
);

const COMMENTS_OF_BOARD = statement(
  'search.comments-of-board',
  `select ${COMMENT} from ${COMMENT_AND_BOARD}
   where comment.organization_id = $1 and item.board_id = $2 and comment.id > $3
     and comment.tombstone_until is null
   order by comment.id limit ${READ_BATCH_SIZE}`,
);

const BOARDS_AFTER = statement(
  'search.boards-after',
  `select id from boards where organization_id = $1 and id > $2 and deleted_at is null
   order by id limit ${READ_BATCH_SIZE}`,
);

const PROJECTS_AFTER = statement(
  'search.projects-after',
  `select id from projects where organization_id = $1 and id > $2 and deleted_at is null
   order by id limit ${READ_BATCH_SIZE}`,
);

interface ItemRow {
  id: string;
  name: string;
  description: string | null;
  values: Parameters<typeof searchableTexts>[1];
  boardId: BoardId;
  workspaceId: WorkspaceId;
}

interface CommentRow {
  id: string;
  html: string;
  workspaceId: WorkspaceId;
}

type PlaceRow = Omit<ItemRow, 'values' | 'boardId' | 'description'> & { description?: string | null };

export type SearchContext = TenantContext & { organizationId: OrganizationId };

/** Records as input of the index; deleted and trashed ones are excluded. */
@Injectable()
export class SearchSourcesReadModel {
  constructor(private readonly database: Database) {}

  async items(context: SearchContext, ids: readonly string[]): Promise<SearchSource[]> {
    const rows = await this.database.query<ItemRow>(context, ITEMS, [context.organizationId, ids]);
    return this.withTexts(context, rows);
  }

  /** The next items of a board by id; empty after the last. */
  async itemsAfter(context: SearchContext, boardId: BoardId, after: string): Promise<SearchSource[]> {
    const values = [context.organizationId, boardId, after];
    return this.withTexts(context, await this.database.query<ItemRow>(context, ITEMS_OF_BOARD, values));
  }

  /** Ids of the next sub-items of these items, in Trash or not. */
  async subItemsAfter(context: SearchContext, parents: readonly string[], after: string): Promise<string[]> {
    const values = [context.organizationId, parents, after];
    const rows = await this.database.query<{ id: string }>(context, SUB_ITEMS, values);
    return rows.map(({ id }) => id);
  }

  async boards(context: SearchContext, ids: readonly string[]): Promise<SearchSource[]> {
    const rows = await this.database.query<PlaceRow>(context, BOARDS, [context.organizationId, ids]);
    return rows.map((row) => ({ ...row, type: 'board', text: '' }));
  }

  async projects(context: SearchContext, ids: readonly string[]): Promise<SearchSource[]> {
    const rows = await this.database.query<PlaceRow>(context, PROJECTS, [context.organizationId, ids]);
    return rows.map((row) => ({ ...row, type: 'project', text: row.description ?? '' }));
  }

  async comments(context: SearchContext, ids: readonly string[]): Promise<SearchSource[]> {
    const rows = await this.database.query<CommentRow>(context, COMMENTS, [context.organizationId, ids]);
    return rows.map(commentSource);
  }

  /** The next comments of these items by id; empty after the last. */
  async commentsAfter(
    context: SearchContext,
    of: { itemIds: readonly string[] } | { boardId: BoardId },
    after: string,
  ): Promise<SearchSource[]> {
    const [find, parents] =
      'boardId' in of ? [COMMENTS_OF_BOARD, of.boardId] : [COMMENTS_OF_ITEMS, of.itemIds];
    const values = [context.organizationId, parents, after];
    return (await this.database.query<CommentRow>(context, find, values)).map(commentSource);
  }

  /** Ids of the next boards, or projects, of the organization. */
  async idsAfter(context: SearchContext, of: 'board' | 'project', after: string): Promise<string[]> {
    const find = of === 'board' ? BOARDS_AFTER : PROJECTS_AFTER;
    const rows = await this.database.query<{ id: string }>(context, find, [context.organizationId, after]);
    return rows.map(({ id }) => id);
  }

  private async withTexts(context: SearchContext, rows: readonly ItemRow[]): Promise<SearchSource[]> {
    if (rows.length === 0) return [];
    const boardIds = [...new Set(rows.map(({ boardId }) => boardId))];
    const columns = await this.database.query<{ id: string; type: ColumnTypeName }>(context, COLUMN_TYPES, [
      context.organizationId,
      boardIds,
    ]);
    const types = new Map(columns.map(({ id, type }) => [id, type]));
    return rows.map(({ id, name, description, values, workspaceId }) => {
      const texts = [richTextToPlain(description ?? ''), ...searchableTexts(types, values)].filter(
        (text) => text !== '',
      );
      return { id, type: 'item', workspaceId, name, text: texts.join('\n') };
    });
  }
}

/** Its name is empty: the item's name would match as a name of the comment. */
function commentSource({ id, html, workspaceId }: CommentRow): SearchSource {
  return { id, type: 'comment', workspaceId, name: '', text: richTextToPlain(html) };
}
