-- Creates one item with its index rows, its event and its counters, and assigns the numbers of auto_number columns.
-- p_position null appends the item. p_actor is the actor of the event: null for an item that no user creates, such as the
-- one of an anonymous form submission.
create or replace function item_create(
  p_organization text, p_board text, p_version bigint, p_group text, p_parent text, p_position bigint,
  p_id text, p_name text, p_name_key text, p_description text, p_values jsonb, p_number_columns text[],
  p_columns bigint[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
  p_creator text, p_actor text, p_now timestamptz, p_event_id text, p_origin jsonb)
returns table (item_position bigint, item_values text, item_lane bigint, item_rank text, needs_maintenance boolean) rows 1
language plpgsql as $$
declare
  -- Locked in the declaration, so that the statements below take their snapshots after the wait for the lock.
  structure_lock constant text := pg_advisory_xact_lock_shared(hashtextextended(p_board, 11)); -- BOARD_STRUCTURE
  own_key bigint;
  own_lane bigint;
  above numeric;
  own_rank numeric;
  own_position bigint;
  number_column text;
  number bigint;
  board_has_orders boolean;
begin
  -- What board_structure_lock, group_lane, record_key_next and item_orders_mark do, in one statement: most of each is its call.
  select "group".key, (organization.number << 40) + nextval('record_keys'), exists (
      select from item_orders
      where organization_id = p_organization and board_id = p_board and state <> 'declined')
  into own_lane, own_key, board_has_orders
  from groups "group" join organizations organization on organization.id = "group".organization_id
  where "group".organization_id = p_organization and "group".id = p_group
    and exists (
      select from boards
      where organization_id = p_organization and id = p_board and structure_version = p_version
        and deleted_at is null);
  if not found then
    perform board_structure_lock(p_organization, p_board, p_version);
    perform group_lane(p_organization, p_group);
  end if;
  if p_parent is not null then
    select key into own_lane from items where organization_id = p_organization and id = p_parent;
  end if;
  perform pg_advisory_xact_lock_shared(hashint8extended(own_lane, 7)); -- ITEM_LIST
  if p_parent is not null then
    perform from items
    where organization_id = p_organization and id = p_parent and board_id = p_board and group_id = p_group
      and parent_id is null and archived_at is null and trashed_at is null
    for share;
    if not found then
      raise exception 'no such parent' using errcode = 'TR004';
    end if;
  end if;
  if p_position is not null then
    above := item_rank_at(own_lane, p_position);
  end if;
  own_rank := item_rank_before(own_lane, above);
  foreach number_column in array p_number_columns loop
    update column_counters set last_number = last_number + 1
    where organization_id = p_organization and column_id = number_column
    returning last_number into number;
    p_values := p_values || jsonb_build_object(number_column, number);
    p_columns := p_columns || (select key from columns where organization_id = p_organization and id = number_column);
    p_ordinals := p_ordinals || 0::smallint;
    p_number_keys := p_number_keys || number::double precision;
    p_text_keys := p_text_keys || null::text;
    p_refs := p_refs || null::text;
  end loop;
  insert into items (organization_id, id, key, list, board_id, group_id, parent_id, name, name_key, description, values,
    rank, created_by, created_at, updated_at, has_orders)
  values (p_organization, p_id, own_key, own_lane, p_board, p_group, p_parent, p_name, p_name_key, p_description,
    p_values, own_rank, p_creator, p_now, p_now, board_has_orders);
  insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
  select entry.column_key, own_key, own_lane, entry.number_key, entry.ordinal, own_rank, entry.text_key, entry.ref
  from unnest(p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
    as entry (column_key, ordinal, number_key, text_key, ref);
  if above is null then
    -- The counters contain the items before it, and any that were appended after it but committed earlier.
    select coalesce(sum(live), 0) - (
        select count(*) from items
        where lane = own_lane and rank > own_rank)
    into own_position
    from item_runs where lane = own_lane and level = 2;
  else
    own_position := p_position;
  end if;
  insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
  values (p_event_id, p_organization, 'item.created', p_board, p_id, p_actor,
    jsonb_build_object('name', p_name, 'description', p_description, 'groupId', p_group, 'parentId', p_parent,
      'position', own_position, 'values', p_values), p_now, p_origin);
  return query select own_position, p_values::text, own_lane, own_rank::text,
    item_count_add(own_lane, own_rank, 1);
end $$;
