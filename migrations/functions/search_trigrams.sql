-- Each three adjacent characters of a text, after the number of the organization (decision 0111).
create or replace function search_trigrams(p_organization integer, p_text text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  trigrams text[] := '{}';
begin
  for at in 1 .. length(p_text) - 2 loop
    trigrams[at] := p_organization || substr(p_text, at, 3);
  end loop;
  return trigrams;
end $$;
