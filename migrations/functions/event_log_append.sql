-- Moves the first events of the outbox to the end of the log and numbers them: in the log, in their organization and on their
-- board. Limits in number and stored size bound the batch. Only the holder of the relay lock calls it.
create or replace function event_log_append(p_max_events integer, p_max_bytes bigint)
returns table (appended bigint, head bigint) rows 1 language plpgsql as $$
declare
  today date := (clock_timestamp() at time zone 'UTC')::date;
begin
  -- Never before the last day, although a clock can be set back: readers skip the partitions before the day of their position.
  select position, greatest(day, today) into head, today from event_log_head;
  with taken as materialized (
    delete from outbox
    where outbox.sequence = any (array(
      select sized.sequence
      from (
        select first.sequence,
          sum(pg_column_size(first.data)) over (order by first.sequence) - pg_column_size(first.data) as bytes_before
        from (select o.sequence, o.data from outbox o order by o.sequence limit p_max_events) as first
      ) as sized
      where sized.bytes_before < p_max_bytes))
    returning outbox.*),
  sequences as (
    insert into event_sequences as numbers (organization_id, board_id, last)
    select taken.organization_id, subject.board_id, count(*)
    from taken cross join lateral (values (''), (taken.board_id)) as subject (board_id)
    where subject.board_id is not null
    group by 1, 2
    on conflict (organization_id, board_id) do update set last = numbers.last + excluded.last
    returning numbers.organization_id, numbers.board_id, numbers.last),
  numbered as (
    select taken.*, row_number() over (order by taken.sequence) as at,
      count(*) over organization - row_number() over (organization order by taken.sequence) as following_in_organization,
      count(*) over board - row_number() over (board order by taken.sequence) as following_on_board
    from taken
    window organization as (partition by taken.organization_id),
      board as (partition by taken.organization_id, taken.board_id))
  insert into events (day, position, organization_id, sequence, board_id, board_sequence, id, type, item_id, actor_id,
    origin, data, occurred_at)
  select today, event_log_append.head + numbered.at, numbered.organization_id,
    organization.last - numbered.following_in_organization, numbered.board_id, board.last - numbered.following_on_board,
    numbered.id, numbered.type, numbered.item_id, numbered.actor_id, numbered.origin, numbered.data, numbered.occurred_at
  from numbered
  join sequences as organization
    on organization.organization_id = numbered.organization_id and organization.board_id = ''
  left join sequences as board
    on board.organization_id = numbered.organization_id and board.board_id = numbered.board_id;
  get diagnostics appended = row_count;
  if appended > 0 then
    head := head + appended;
    update event_log_head set position = head, day = today;
  end if;
  return next;
end $$;
