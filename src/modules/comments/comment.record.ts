import type { CommentId, ItemId, UserId } from '../../kernel/ids';
import type { CommentOutput } from './comments.schemas';

/** A comment with what it shows of other tables. Timestamps are in their wire form. */
export interface CommentRecord {
  id: CommentId;
  itemId: ItemId;
  parentId: CommentId | null;
  body: string;
  bodyHtml: string;
  mentions: UserId[];
  /** Null when there are none. */
  mentionNames: Readonly<Record<UserId, string>> | null;
  /** Null when there are none. */
  reactions: CommentOutput['reactions'] | null;
  author: CommentOutput['author'];
  replyCount: number;
  attachmentCount: number;
  isPinned: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Selects a record; `comment` is the row. The author's account outlives the membership. */
export const COMMENT_FIELDS = `comment.id, comment.item_id as "itemId", comment.parent_id as "parentId", comment.body,
  comment.body_html as "bodyHtml", comment.mentions, comment.reply_count as "replyCount", comment.attachment_count as "attachmentCount",
  comment.is_pinned as "isPinned", comment.created_at as "createdAt", comment.updated_at as "updatedAt",
  (select json_build_object('id', author.id, 'name', author.name, 'avatar', author.avatar)
   from users author where author.id = comment.author_id) as author,
  case when comment.mentions <> '{}' then (
    select json_object_agg(mentioned.id, mentioned.name) from users mentioned
    where mentioned.id = any (comment.mentions)) end as "mentionNames",
  (select json_agg(json_build_object('emoji', reaction.emoji, 'users', reaction.users) order by reaction.first)
   from (
     select emoji, array_agg(user_id order by created_at, user_id) as users, min(created_at) as first
     from comment_reactions
     where organization_id = comment.organization_id and comment_id = comment.id
     group by emoji) reaction) as reactions`;
