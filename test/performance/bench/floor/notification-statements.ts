import { PAGE_SIZE, type Statement } from './statements';

/** Newest first, each with the names and the text that it shows. */
export const NOTIFICATIONS: Statement = {
  name: 'notifications',
  text: `
    select page.id, page.kind, page.board_id, page.item_id, page.comment_id, page.read_at, page.created_at,
      actor.id, actor.name, actor.avatar, item.name, left(comment.body, 2000), (
        select json_object_agg(id, name) from users where id = any (comment.mentions)),
      actor.is_service_account, page.automation_id
    from (
      select * from notifications where user_id = $1 order by id desc limit ${PAGE_SIZE + 1}
    ) page
    join users actor on actor.id = page.actor_id
    join items item on item.id = page.item_id
    join comments comment on comment.id = page.comment_id
    order by page.id desc`,
};

/** One counter for each board. */
export const UNREAD_COUNT: Statement = {
  name: 'unread-count',
  text: 'select coalesce(sum(unread), 0) from notification_counts where user_id = $1',
};
