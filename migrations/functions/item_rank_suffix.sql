-- Digits after the given number of decimal places that no concurrent transaction receives and that never end in a zero.
-- Appended to a rank, they make it unique among items that are inserted at the same place at the same time, without locks.
create or replace function item_rank_suffix(p_digits integer) returns numeric language plpgsql as $$
begin
  return (nextval('item_rank_suffixes') * 10 + 1) * ('1e-' || (p_digits + 6))::numeric;
end $$;
