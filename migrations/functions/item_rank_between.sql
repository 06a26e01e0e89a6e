-- A rank near the middle of two others, followed by a unique suffix: two ranks that are created between the same two at the
-- same time differ in their suffixes or in their numbers of digits.
create or replace function item_rank_between(p_low numeric, p_high numeric) returns numeric
language plpgsql as $$
declare
  half numeric := (p_high - p_low) * 0.5;
  digits integer;
begin
  if p_low >= p_high then
    raise exception 'no rank between % and %', p_low, p_high;
  end if;
  -- The decimal place of the first significant digit of half the distance. Half the distance is at least one unit of it, and
  -- truncation and suffix each move the middle by less than a unit, so the result is between the two ranks.
  digits := greatest(0, case when half >= 1 then 0
    else scale(half) - length(ltrim(split_part(half::text, '.', 2), '0')) + 1 end);
  return trunc(p_low + half, digits) + item_rank_suffix(digits) * case when p_low + half < 0 then -1 else 1 end;
end $$;
