import type { ClientBase } from 'pg';
import { COMMENT_SQL, commentParameters } from './comment-shape';
import type { TrestlePlace } from './trestle-loader';

/** Loads the comments of one board, set-based. */
export async function loadTrestleComments(
  client: ClientBase,
  { organizationId, userIds }: TrestlePlace,
  itemIds: readonly string[],
): Promise<void> {
  const [stem, users, items] = commentParameters(itemIds, userIds);
  const { id, item, author, body, bodyHtml, mentions, from, reactions } = COMMENT_SQL;
  await client.query(
    `with loaded as (
       insert into comments (organization_id, id, item_id, author_id, body, body_html, mentions, created_at, updated_at)
       select $4, ${id}, ${item}, ${author}, ${body}, ${bodyHtml}, ${mentions}, now(), now() from ${from}
       returning item_id)
     insert into comment_counts (organization_id, item_id, shard, count)
     select $4, item_id, 0, count(*) from loaded group by item_id`,
    [stem, users, items, organizationId],
  );
  await client.query(
    `insert into comment_reactions (organization_id, comment_id, user_id, emoji, created_at)
     select $3, reaction.*, now() from (${reactions}) reaction`,
    [stem, users, organizationId],
  );
}
