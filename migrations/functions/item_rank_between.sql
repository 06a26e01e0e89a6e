-- A rank about in the middle of two others. It has as many digits as leave room for a turn, which follows them: two
-- ranks made at once differ in their turns, or in how many digits they have.
create or replace function item_rank_between(p_low numeric, p_high numeric) returns numeric
language plpgsql as $$
declare
  room numeric := (p_high - p_low) * 0.5;
  digits integer;
begin
  if p_low >= p_high then
    raise exception 'no rank between % and %', p_low, p_high;
  end if;
  -- The first digit of the room, counted behind the point: cut off after it, the middle keeps one of that unit to
  -- both sides.
  digits := greatest(0, case when room >= 1 then 0
    else scale(room) - length(ltrim(split_part(room::text, '.', 2), '0')) + 1 end);
  return trunc(p_low + room, digits) + item_rank_turn(digits) * case when p_low + room < 0 then -1 else 1 end;
end $$;
