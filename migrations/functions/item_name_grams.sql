-- Every three and every four letters that follow each other in a text, each as one number together with its board. Two that
-- get the same number only make a search test a few names more.
create or replace function item_name_grams(p_board text, p_text text) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  -- Board ids are in the collation "C", which folds a to z alone: without its own, the text would follow them.
  folded constant text := lower(p_text collate "default");
  threes constant integer := greatest(length(folded) - 2, 0);
  grams integer[] := '{}';
begin
  for at in 1 .. threes loop
    grams[at] := hashtext(p_board || substr(folded, at, 3));
  end loop;
  for at in 1 .. threes - 1 loop
    grams[threes + at] := hashtext(p_board || substr(folded, at, 4));
  end loop;
  return grams;
end $$;
