-- The fewest grams that cover a part of a name: every name that contains the part has all of them.
create or replace function item_name_needles(p_board text, p_part text) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  folded constant text := lower(p_part collate "default");
  needles integer[] := '{}';
  at integer := 1;
begin
  if length(folded) < 4 then
    return item_name_grams(p_board, p_part);
  end if;
  while at <= length(folded) loop
    needles := needles || hashtext(p_board || substr(folded, least(at, length(folded) - 3), 4));
    at := at + 4;
  end loop;
  return needles;
end $$;
