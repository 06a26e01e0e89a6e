import type { CommentId, ItemId, UserId } from '../../kernel/ids';
import { type UserReference, userReferenceJson } from '../hierarchy';

/** A comment. Timestamps are in their wire form. */
export interface CommentRecord {
  id: CommentId;
  itemId: ItemId;
  parentId: CommentId | null;
  authorId: UserId;
  body: string;
  bodyHtml: string;
  /** An array as PostgreSQL writes it: `{usr_…,usr_…}`. */
  mentions: string;
  /** JSON; null when there are none. */
  reactions: string | null;
  replyCount: number;
  attachmentCount: number;
  isPinned: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Users as they are now, by id. An account outlives its memberships. */
export type People = Readonly<Record<UserId, UserReference>>;

/** A record as the statements here return it. */
export interface CommentRow extends CommentRecord {
  /** The authors and the mentioned users of all rows; null except in the row with the greatest id. */
  people: People | null;
}

export const NO_PEOPLE: People = {};

/** The people with these ids, as JSON; null when there are none. */
export function peopleOf(ids: string): string {
  return `(select json_object_agg(person.id, ${userReferenceJson('person')})
     from users person where person.id = any (${ids}))`;
}

/**
 * Selects the rows of a CTE `page` with what they show of other tables, each of which is read once for all rows: one
 * subselect for each row takes twice as long. Ends with `page`, so that a join can precede it.
 */
export const SHOWN = {
  ctes: `reacted as materialized (
     select comment_id,
       '[' || string_agg('{"emoji":"' || emoji || '","users":' || array_to_json(users) || '}', ',' order by first) || ']'
         as reactions
     from (
       select comment_id, emoji, array_agg(user_id order by created_at, user_id) as users, min(created_at) as first
       from comment_reactions
       where organization_id = $1 and comment_id = any (array(select id from page))
       group by comment_id, emoji) reaction
     group by comment_id)`,
  fields: `page.id, page.item_id as "itemId", page.parent_id as "parentId", page.author_id as "authorId", page.body,
     page.body_html as "bodyHtml", page.mentions::text, page.reply_count as "replyCount",
     page.attachment_count as "attachmentCount", page.is_pinned as "isPinned",
     page.created_at as "createdAt", page.updated_at as "updatedAt", reacted.reactions,
     case when page.id = (select max(id) from page) then ${peopleOf(
       'array(select author_id from page union all select unnest(mentions) from page)',
     )} end as people`,
  from: `page left join reacted on reacted.comment_id = page.id`,
} as const;

/** The last part of a statement with a CTE `page` of one comment. */
export const SHOWN_ONE = `${SHOWN.ctes}
   select ${SHOWN.fields} from ${SHOWN.from}`;
