-- The entries of a record in the index of words: its type and workspace, and each word once, with n in the name and w elsewhere.
-- Each entry begins with the number of the organization, so that a lookup reads only the entries of one organization: a letter
-- ends the number. The words of a name are those of p_name_words if it differs from p_name (decision 0111).
create or replace function search_lexemes(
  p_organization integer, p_workspace integer, p_type "char", p_name text, p_name_words text, p_words text
) returns tsvector language plpgsql immutable parallel safe as $$
declare
  in_name constant text := coalesce(p_name_words, p_name);
  entries text := p_organization || 't' || p_type::text || ' ' || p_organization || 's' || p_workspace;
begin
  if in_name <> '' then
    entries := entries || replace(' ' || in_name, ' ', ' ' || p_organization || 'n');
  end if;
  if p_words <> '' then
    entries := entries || replace(' ' || p_words, ' ', ' ' || p_organization || 'w');
  end if;
  return array_to_tsvector(string_to_array(entries, ' '));
end $$;
