-- Copies the lanes and ranks of items to their index rows.
create or replace function item_values_sync(p_items bigint[]) returns void language plpgsql as $$
begin
  update item_values set lane = item.lane, rank = item.rank
  from items item
  where item.key = any (p_items) and item_values.item_key = item.key;
end $$;
