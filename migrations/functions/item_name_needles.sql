-- The fewest grams that cover a part of a name: every name that contains the part has all of them. A gram with a sigma
-- is left out: names contain either of its small forms, and are compared as if there were one.
create or replace function item_name_needles(p_board text, p_part text) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  folded constant text := replace(lower(p_part collate "default"), 'ς', 'σ');
  piece text;
  needles integer[] := '{}';
  at integer;
begin
  foreach piece in array string_to_array(folded, 'σ') loop
    if length(piece) < 4 then
      needles := needles || item_name_grams(p_board, piece);
    end if;
    at := 1;
    while length(piece) >= 4 and at <= length(piece) loop
      needles := needles || hashtext(p_board || substr(piece, least(at, length(piece) - 3), 4));
      at := at + 4;
    end loop;
  end loop;
  return needles;
end $$;
