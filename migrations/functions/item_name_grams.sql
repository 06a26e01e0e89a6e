-- The trigrams and the four-letter grams of a text, each hashed together with its board. A collision of hashes only makes a
-- search check a few more names.
create or replace function item_name_grams(p_board text, p_text text) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  -- Board ids have the collation "C", which folds only a to z. Without an explicit collation, the text would inherit it.
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
