-- Copies the lanes and ranks of items to their index rows.
create or replace function item_values_sync(p_organization text, p_items text[]) returns void language plpgsql as $$
begin
  update item_values set lane = item.lane, rank = item.rank
  from items item
  where item.organization_id = p_organization and item.id = any (p_items)
    and item_values.organization_id = p_organization and item_values.item_id = item.id;
end $$;
