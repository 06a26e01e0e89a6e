-- Parses a query of the index of words. Replaces each @ in p_expression with the number of the organization. p_workspaces limits
-- the query to records of these workspaces; null means all workspaces.
create or replace function search_query(p_organization text, p_workspaces text[], p_expression text) returns tsquery
language plpgsql stable as $$
declare
  mark constant text := (select number::text from organizations where id = p_organization);
  words constant tsquery := replace(p_expression, '@', mark)::tsquery;
begin
  if p_workspaces is null then
    return words;
  end if;
  return (
    select string_agg(mark || 's' || number, ' | ')::tsquery
    from workspaces
    where organization_id = p_organization and id = any (p_workspaces)) && words;
end $$;
