-- Creates items of one group with their index rows, events and counters. The items of one list are placed in the given
-- order, starting at p_position; null, or a position beyond the end, appends them. A parent must be a live top-level item
-- of the group or be created before its sub-items in the same call (TR004). Returns the lists that need maintenance, each
-- with the rank around which to run item_lane_maintain. p_actor is the actor of the events; null without a user.
create or replace function item_bulk_create(
  p_organization text, p_board text, p_group text, p_position bigint,
  p_ids text[], p_parents text[], p_names text[], p_name_keys text[], p_descriptions text[], p_values jsonb[],
  p_entry_items text[], p_columns bigint[], p_ordinals smallint[], p_number_keys double precision[],
  p_text_keys text[], p_refs text[], p_creator text, p_actor text, p_now timestamptz, p_event_ids text[],
  p_origin jsonb)
returns table (maintenance_lane bigint, maintenance_rank text) language plpgsql as $$
declare
  first_key constant bigint := organization_first_key(p_organization);
  target constant bigint := group_lane(p_organization, p_group);
  keys constant bigint[] := array(select first_key + nextval('record_keys') from unnest(p_ids));
  list bigint;
  list_ids text[];
  list_ranks numeric[];
  above numeric;
  first_position bigint;
  ids text[] := '{}';
  lists bigint[] := '{}';
  ranks numeric[] := '{}';
  positions bigint[] := '{}';
begin
  perform from unnest(p_parents) as named (parent)
  where named.parent <> all (p_ids) and (
    -- Not a join: one that was planned for an empty table would read all items of the board.
    select true from items
    where organization_id = p_organization and id = named.parent and board_id = p_board
      and group_id = p_group and parent_id is null and archived_at is null and trashed_at is null limit 1) is null;
  if found then
    raise exception 'no such parent' using errcode = 'TR004';
  end if;
  for list, list_ids in
    select
      case when made.parent is null then target
        else coalesce(new_parent.key, (
          select key from items where organization_id = p_organization and id = made.parent)) end,
      array_agg(made.id order by made.at)
    from unnest(p_ids, p_parents) with ordinality as made (id, parent, at)
    left join unnest(p_ids, keys) as new_parent (id, key) on new_parent.id = made.parent
    group by 1
  loop
    above := null;
    first_position := item_lane_length(list);
    if p_position < first_position then
      above := item_rank_at(list, p_position);
      first_position := p_position;
    end if;
    list_ranks := item_ranks_before(list, above, cardinality(list_ids));
    ids := ids || list_ids;
    lists := lists || array_fill(list, array[cardinality(list_ids)]);
    ranks := ranks || list_ranks;
    positions := positions || array(
      select first_position + at from generate_series(0, cardinality(list_ids) - 1) at);
    maintenance_lane := list;
    maintenance_rank := item_counts_add(list, list_ranks, 1)::text;
    if maintenance_rank is not null then
      return next;
    end if;
  end loop;
  insert into items (organization_id, id, key, list, board_id, group_id, parent_id, name, name_key, description, values,
    rank, created_by, created_at, updated_at)
  select p_organization, made.id, made.key, placed.list, p_board, p_group, made.parent, made.name, made.name_key, made.description,
    made.values, placed.rank, p_creator, p_now, p_now
  from unnest(p_ids, keys, p_parents, p_names, p_name_keys, p_descriptions, p_values)
    as made (id, key, parent, name, name_key, description, values)
  join unnest(ids, lists, ranks) as placed (id, list, rank) on placed.id = made.id;
  perform item_values_add(p_organization, p_entry_items, p_columns, p_ordinals, p_number_keys, p_text_keys,
    p_refs);
  insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
  select made.event_id, p_organization, 'item.created', p_board, made.id, p_actor,
    jsonb_build_object('name', made.name, 'description', made.description, 'groupId', p_group,
      'parentId', made.parent, 'position', placed.position, 'values', made.values), p_now, p_origin
  from unnest(p_ids, p_parents, p_names, p_descriptions, p_values, p_event_ids) with ordinality
    as made (id, parent, name, description, values, event_id, at)
  join unnest(ids, positions) as placed (id, position) on placed.id = made.id
  order by made.at;
end $$;
