-- Keeps the orders of a board (item_orders) up to date when an item is written: the time of its last change, and its place
-- among the items without a value in a column.
create or replace function item_orders_write() returns trigger language plpgsql as $$
declare
  item_order item_orders;
  is_new constant boolean := tg_op = 'INSERT' or old.board_id <> new.board_id;
begin
  for item_order in
    select * from item_orders
    where organization_id = new.organization_id and board_id = new.board_id and state <> 'declined'
  loop
    if item_order.column_id is null then
      if is_new or old.updated_at <> new.updated_at then
        insert into item_values (column_key, item_key, lane, number_key, ordinal, rank)
        values (item_order.key, new.key, new.lane, extract(epoch from new.updated_at) * 1000, 0, new.rank)
        on conflict (item_key, column_key, ordinal) do update set number_key = excluded.number_key;
      end if;
    elsif new.values ? item_order.column_id then
      if not is_new and not old.values ? item_order.column_id then
        delete from item_values where item_key = new.key and column_key = item_order.key;
      end if;
    elsif is_new or old.values ? item_order.column_id then
      insert into item_values (column_key, item_key, lane, number_key, ordinal, rank)
      values (item_order.key, new.key, new.lane, 0, 0, new.rank)
      on conflict (item_key, column_key, ordinal) do nothing;
    end if;
  end loop;
  return null;
end $$;
