import { PAGE_SIZE, type Statement } from './statements';

/** Newest first; the first row has the people of all rows. */
export const COMMENTS: Statement = {
  name: 'comments',
  text: `
    with page as materialized (
      select * from comments where item_id = $1 and parent_id is null order by id desc limit ${PAGE_SIZE + 1}
    ), reacted as materialized (
      select comment_id,
        '[' || string_agg('{"emoji":"' || emoji || '","users":' || array_to_json(members) || '}', ',' order by first) || ']'
          as reactions
      from (
        select comment_id, emoji, array_agg(user_id order by created_at, user_id) as members, min(created_at) as first
        from reactions where comment_id = any (array(select id from page)) group by comment_id, emoji
      ) reaction
      group by comment_id
    )
    select page.id, page.item_id, page.parent_id, page.body, page.body_html, page.mentions, page.reply_count,
      page.is_pinned, page.created_at, page.updated_at, page.author_id, reacted.reactions,
      case when page.id = (select max(id) from page) then (
        select json_object_agg(id, json_build_array(name, avatar, is_service_account)) from users
        where id = any (array(select author_id from page union all select unnest(mentions) from page))) end
    from page left join reacted on reacted.comment_id = page.id
    order by page.id desc`,
};

/** Comment, number of comments and event, if the item is there, which stays until the end of the statement. */
export const CREATE_COMMENT: Statement = {
  name: 'create-comment',
  text: `
    with item as (
      select id, board_id from items where id = $2 for key share
    ), comment as (
      insert into comments (id, item_id, author_id, body, body_html, mentions)
      select $1, item.id, $3, $4, $5, $6 from item returning created_at
    ), counted as (
      insert into comment_counts (item_id, shard, count) select id, pg_backend_pid() % 16, 1 from item
      on conflict (item_id, shard) do update set count = comment_counts.count + 1
    ), event as (
      insert into outbox (id, type, payload)
      select $7, 'comment.created', jsonb_build_object('boardId', item.board_id, 'itemId', item.id, 'commentId', $1::text,
        'parentId', null, 'mentions', $6)
      from item
    )
    select created_at, (
      select json_object_agg(id, json_build_array(name, avatar, is_service_account)) from users where id = any ($6::text[] || $3::text))
    from comment`,
};
