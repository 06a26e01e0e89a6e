/**
 * The writes that need several statements, in plpgsql: one round trip each, and its plans stay with the
 * connection. The same in SQL language is planned again at every call, because it cannot be inlined: half the
 * throughput.
 *
 * Ranks are blocks of twelve hexadecimal digits. Items loaded or appended lie 2^24 apart in the first block;
 * a place between two of them is found by halving, and a further block begins where the digits of one are
 * used up.
 */
const RANKS = `
create function appended_rank() returns text language plpgsql as $$
begin
  return lpad(to_hex(nextval('appended') << 24), 12, '0');
end $$;

-- A rank between two; '' and null stand for the open ends. The share keeps 1,000 concurrent calls for one gap
-- apart: the exact middle would be the same rank for all of them.
create function rank_between(low text, high text) returns text language plpgsql as $$
declare
  share double precision := 0.3 + 0.0004 * (nextval('inserted') % 1000);
  made text collate "C" := '';
  open_above boolean := high is null;
  at int := 1;
  below bigint;
  above bigint;
begin
  loop
    below := ('x' || rpad(substr(low, at, 12), 12, '0'))::bit(48)::bigint;
    above := case when open_above then 281474976710656
      else ('x' || rpad(substr(high, at, 12), 12, '0'))::bit(48)::bigint end;
    exit when above - below > 1;
    made := made || lpad(to_hex(below), 12, '0');
    open_above := open_above or above > below;
    at := at + 12;
  end loop;
  return made || lpad(to_hex(below + 1 + floor((above - below - 1) * share)::bigint), 12, '0');
end $$;
`;

const COUNTERS = `
-- Called last, so that the lock on the counter lasts for the commit alone: taken first it costs a tenth of
-- the creations. A split that committed while this waited for the lock moved the place into the new chunk:
-- look again.
create function count_in(in_group text, at_rank text) returns void language plpgsql as $$
declare
  chunk text collate "C";
  items_in_chunk int;
begin
  loop
    select low into chunk from chunks where group_id = in_group and low <= at_rank order by low desc limit 1;
    update chunks set count = count + 1 where group_id = in_group and low = chunk
      returning count into items_in_chunk;
    exit when not exists (select from chunks where group_id = in_group and low > chunk and low <= at_rank);
    update chunks set count = count - 1 where group_id = in_group and low = chunk;
  end loop;
  -- Only one splits, and never while an item of the group moves: a move counts on the chunks it has read.
  if items_in_chunk >= 512 and pg_try_advisory_xact_lock(hashtextextended(in_group, 0)) then
    perform split_chunk(in_group, chunk);
  end if;
end $$;

-- The caller holds the counter's lock, so every item that it counts is visible here and no other one is.
create function split_chunk(in_group text, from_low text) returns void language plpgsql as $$
declare
  ceiling text collate "C";
  middle text collate "C";
  moved int;
begin
  select low into ceiling from chunks where group_id = in_group and low > from_low order by low limit 1;
  select rank into middle from items where group_id = in_group and rank >= from_low
    order by rank offset 256 limit 1;
  select count(*) into moved from items
    where group_id = in_group and rank >= middle and (ceiling is null or rank < ceiling);
  update chunks set count = count - moved where group_id = in_group and low = from_low;
  insert into chunks (group_id, low, count) values (in_group, middle, moved);
end $$;
`;

const CREATE_ITEM = `
create function create_item(
  new_id text, in_board text, in_group text, new_name text, by_user text, new_values jsonb,
  key_columns text[], keys double precision[], text_columns text[], text_keys text[],
  event_id text, payload jsonb, at_position int,
  out created timestamptz, out place int
) language plpgsql as $$
declare
  new_rank text collate "C";
  before text collate "C";
  after text collate "C";
begin
  if at_position is not null then
    -- One statement, so that counters and items are those of one moment.
    select previous.rank, found.rank into before, after
    from (
      select low, upto - count as earlier from (
        select low, count, sum(count) over (order by low rows unbounded preceding) as upto
        from chunks where group_id = in_group
      ) counted where upto > at_position order by low limit 1
    ) chunk
    cross join lateral (
      select rank from items where group_id = in_group and rank >= chunk.low
      order by rank offset at_position - chunk.earlier limit 1
    ) found
    left join lateral (
      select rank from items where group_id = in_group and rank < found.rank order by rank desc limit 1
    ) previous on true;
  end if;
  if after is null then
    new_rank := appended_rank();
    select coalesce(sum(count), 0)
        - (select count(*) from items where group_id = in_group and rank > new_rank)
      into place from chunks where group_id = in_group;
  else
    new_rank := rank_between(coalesce(before, ''), after);
    place := at_position;
  end if;
  insert into items (id, board_id, group_id, rank, name, created_by, "values")
    values (new_id, in_board, in_group, new_rank, new_name, by_user, new_values)
    returning created_at into created;
  insert into cells (item_id, column_id, key, rank)
    select new_id, cell.column_id, cell.key, new_rank from unnest(key_columns, keys) as cell(column_id, key);
  insert into text_cells (item_id, column_id, key, rank)
    select new_id, cell.column_id, cell.key, new_rank from unnest(text_columns, text_keys) as cell(column_id, key);
  insert into outbox (id, type, payload) values (event_id, 'item.created', payload);
  perform count_in(in_group, new_rank);
end $$;
`;

const MOVE_ITEM = `
create function move_item(moved_id text, in_group text, to_position int, event_id text, out moved items)
language plpgsql as $$
declare
  old_rank text collate "C";
  new_rank text collate "C";
  at_rank text collate "C";
  before text collate "C";
  after text collate "C";
  old_chunk text collate "C";
  new_chunk text collate "C";
begin
  -- Moves of one group queue here: two that change the same two counters in opposite order would deadlock.
  perform pg_advisory_xact_lock(hashtextextended(in_group, 0));
  select rank into old_rank from items where id = moved_id and group_id = in_group for no key update;
  if not found then
    raise exception 'no item % in group %', moved_id, in_group;
  end if;
  select found.rank, previous.rank, next.rank into at_rank, before, after
  from (
    select low, upto - count as earlier from (
      select low, count, sum(count) over (order by low rows unbounded preceding) as upto
      from chunks where group_id = in_group
    ) counted where upto > to_position order by low limit 1
  ) chunk
  cross join lateral (
    select rank from items where group_id = in_group and rank >= chunk.low
    order by rank offset to_position - chunk.earlier limit 1
  ) found
  left join lateral (
    select rank from items where group_id = in_group and rank < found.rank order by rank desc limit 1
  ) previous on true
  left join lateral (
    select rank from items where group_id = in_group and rank > found.rank order by rank limit 1
  ) next on true;
  -- The position counts without the item itself: coming from above it goes behind the one that is there now.
  new_rank := case
    when at_rank = old_rank then old_rank
    when at_rank is null or (at_rank > old_rank and after is null) then appended_rank()
    when at_rank > old_rank then rank_between(at_rank, after)
    else rank_between(coalesce(before, ''), at_rank)
  end;
  update items set rank = new_rank, updated_at = now() where id = moved_id returning * into moved;
  update cells set rank = new_rank where item_id = moved_id;
  update text_cells set rank = new_rank where item_id = moved_id;
  insert into outbox (id, type, payload) values (event_id, 'item.moved',
    jsonb_build_object('itemId', moved_id, 'groupId', in_group, 'position', to_position));
  select low into old_chunk from chunks where group_id = in_group and low <= old_rank
    order by low desc limit 1;
  select low into new_chunk from chunks where group_id = in_group and low <= new_rank
    order by low desc limit 1;
  -- In ascending order, like every other writer of two counters.
  if old_chunk < new_chunk then
    update chunks set count = count - 1 where group_id = in_group and low = old_chunk;
    perform count_in(in_group, new_rank);
  elsif old_chunk > new_chunk then
    perform count_in(in_group, new_rank);
    update chunks set count = count - 1 where group_id = in_group and low = old_chunk;
  end if;
end $$;
`;

export const FUNCTIONS = [RANKS, COUNTERS, CREATE_ITEM, MOVE_ITEM];
