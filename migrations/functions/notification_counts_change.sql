-- Adds the difference of one statement to the counters of unread notifications. Counters are locked in the order of their
-- keys, so that statements that change those of several users do not deadlock.
create or replace function notification_counts_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into notification_counts as kept (organization_id, user_id, board_id, unread)
    select organization_id, user_id, coalesce(board_id, ''), count(*) filter (where read_at is null and not is_hidden)
    from added where in_app
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, user_id, board_id) do update set unread = kept.unread + excluded.unread;
  elsif tg_op = 'UPDATE' then
    -- Notifications that were read create the counter of another board too: it is on the list of the user's boards.
    insert into notification_counts as kept (organization_id, user_id, board_id, unread)
    select organization_id, user_id, board_id, sum(unread)
    from (
      select organization_id, user_id, coalesce(board_id, '') as board_id,
        (read_at is null and not is_hidden)::integer as unread
      from added where in_app
      union all
      select organization_id, user_id, coalesce(board_id, ''), -(read_at is null and not is_hidden)::integer
      from removed where in_app
    ) changed
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, user_id, board_id) do update set unread = kept.unread + excluded.unread
      where excluded.unread <> 0;
  else
    -- Never inserts: the counters of a removed member may be deleted already.
    with changed as (
      select organization_id, user_id, coalesce(board_id, '') as board_id, count(*)::integer as unread
      from removed where in_app and read_at is null and not is_hidden group by 1, 2, 3
    ), locked as (
      select organization_id, user_id, board_id, changed.unread
      from notification_counts join changed using (organization_id, user_id, board_id)
      order by 1, 2, 3 for no key update of notification_counts
    )
    update notification_counts set unread = notification_counts.unread - locked.unread
    from locked
    where notification_counts.organization_id = locked.organization_id
      and notification_counts.user_id = locked.user_id and notification_counts.board_id = locked.board_id;
  end if;
  return null;
end $$;
