-- Digits that no other call gives within the life of any transaction, and never end in a zero. Behind a rank's own
-- digits they keep apart those who put items into one and the same place at once, without waiting for each other.
create or replace function item_rank_turn(p_digits integer) returns numeric language plpgsql as $$
begin
  return (nextval('item_rank_turns') * 10 + 1) * ('1e-' || (p_digits + 6))::numeric;
end $$;
