create or replace function audit_entries_expire(p_cutoff timestamptz, p_batch integer) returns integer language plpgsql as $$
declare
  removed integer;
begin
  perform set_config('trestle.audit_cutoff', p_cutoff::text, true);
  -- One organization at a time, with the index of each organization: an index of times alone could be chosen for a page of
  -- one tenant and would read the entries of all tenants.
  delete from audit_entries
  where (organization_id, id) in (
    select old.organization_id, old.id
    from organizations
    cross join lateral (
      select organization_id, id from audit_entries
      where audit_entries.organization_id = organizations.id and at < p_cutoff
      order by at limit p_batch) as old
    limit p_batch);
  get diagnostics removed = row_count;
  perform set_config('trestle.audit_cutoff', '', true);
  return removed;
end $$;
