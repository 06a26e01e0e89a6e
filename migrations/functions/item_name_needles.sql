-- Of a part of a name, as few as cover it: all of them are in each name that holds the part.
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
