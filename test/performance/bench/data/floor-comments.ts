import type { ClientBase } from 'pg';
import { COMMENT_SQL, commentParameters } from './comment-shape';

/** Loads the comments of one board, set-based. */
export async function loadFloorComments(
  client: ClientBase,
  itemIds: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  const [stem, users, items] = commentParameters(itemIds, userIds);
  const { id, item, author, body, bodyHtml, mentions, from, reactions } = COMMENT_SQL;
  await client.query(
    `with loaded as (
       insert into comments (id, item_id, author_id, body, body_html, mentions)
       select ${id}, ${item}, ${author}, ${body}, ${bodyHtml}, ${mentions} from ${from} returning item_id)
     insert into comment_counts (item_id, shard, count) select item_id, 0, count(*) from loaded group by item_id`,
    [stem, users, items],
  );
  await client.query(`insert into reactions (comment_id, user_id, emoji) ${reactions}`, [stem, users]);
}
