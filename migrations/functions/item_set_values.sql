-- Sets and clears columns of one item. Other columns are not written, so concurrent edits do not overwrite each other. Adds
-- an event for each column whose value changed; if no value changed, no event and no new version.
create or replace function item_set_values(
  p_organization text, p_board text, p_version bigint, p_item text,
  p_set jsonb, p_cleared text[], p_touched text[], p_sweep boolean,
  p_columns bigint[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
  p_actor text, p_now timestamptz, p_expected timestamptz, p_event_ids text[],
  p_origin jsonb)
returns setof items rows 1 language plpgsql as $$
declare
  -- Locked in the declaration, so that the statements below take their snapshots after the wait for the lock.
  structure_lock constant text := pg_advisory_xact_lock_shared(hashtextextended(p_board, 11)); -- BOARD_STRUCTURE
  item items;
  before jsonb;
begin
  select * into item from items
  where organization_id = p_organization and id = p_item and board_id = p_board and trashed_at is null
    and exists (
      select from boards
      where organization_id = p_organization and id = p_board and structure_version = p_version
        and deleted_at is null)
  for no key update;
  if not found then
    perform board_structure_lock(p_organization, p_board, p_version);
    raise exception 'no such item' using errcode = 'TR002';
  end if;
  if p_expected is not null and p_expected <> item.updated_at then
    raise exception 'the item has changed' using errcode = 'TR003';
  end if;
  before := item.values;
  item.values := (before || p_set) - p_cleared;
  if item.values = before then
    return next item;
    return;
  end if;
  item.updated_at := greatest(p_now, item.updated_at + interval '1 millisecond');
  update items set values = item.values, updated_at = item.updated_at
  where key = item.key;
  if p_sweep then
    delete from item_values old
    where old.item_key = item.key
      and old.column_key in (select key from columns where organization_id = p_organization and id = any (p_touched))
      and not exists (
        select from unnest(p_columns, p_ordinals) as entry (column_key, ordinal)
        where entry.column_key = old.column_key and entry.ordinal = old.ordinal);
  end if;
  for at in 1 .. cardinality(p_columns) loop
    -- Usually the row exists, and an update costs less than an insert with a conflict.
    update item_values
    set number_key = p_number_keys[at], text_key = p_text_keys[at], ref = p_refs[at]
    where item_key = item.key and column_key = p_columns[at] and ordinal = p_ordinals[at];
    if not found then
      insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
      values (p_columns[at], item.key, item.lane, p_number_keys[at], p_ordinals[at], item.rank, p_text_keys[at],
        p_refs[at]);
    end if;
  end loop;
  for at in 1 .. cardinality(p_touched) loop
    if before -> p_touched[at] is distinct from p_set -> p_touched[at] then
      insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
      values (p_event_ids[at], p_organization, 'value.changed', p_board, p_item, p_actor,
        jsonb_build_object('columnId', p_touched[at], 'value', p_set -> p_touched[at],
          'previousValue', before -> p_touched[at]), p_now, p_origin);
    end if;
  end loop;
  return next item;
end $$;
