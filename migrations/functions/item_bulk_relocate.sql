-- Moves items in any state to another board and replaces their values with those converted for that board. Their groups
-- and ranks do not change: item_bulk_move places the items.
create or replace function item_bulk_relocate(
  p_organization text, p_board text, p_ids text[], p_values jsonb[],
  p_entry_items text[], p_columns bigint[], p_ordinals smallint[], p_number_keys double precision[],
  p_text_keys text[], p_refs text[], p_now timestamptz)
returns void language plpgsql as $$
begin
  -- Before the update, whose trigger adds the items to the orders of the new board.
  delete from item_values where item_key in (
    select key from items where organization_id = p_organization and id = any (p_ids));
  update items
  set board_id = p_board, values = relocated.values,
    updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
  from unnest(p_ids, p_values) as relocated (id, values)
  where items.organization_id = p_organization and items.id = relocated.id;
  perform item_values_add(p_organization, p_entry_items, p_columns, p_ordinals, p_number_keys, p_text_keys,
    p_refs);
  perform trash_entries_relocate(p_organization, p_ids, p_board);
end $$;
