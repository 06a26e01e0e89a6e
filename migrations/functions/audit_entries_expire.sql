create or replace function audit_entries_expire(p_kept_since timestamptz, p_batch integer) returns integer language plpgsql as $$
declare
  removed integer;
begin
  perform set_config('trestle.audit_kept_since', p_kept_since::text, true);
  -- Organization by organization: an index of times alone would serve a tenant's page with the entries of all tenants.
  delete from audit_entries
  where (organization_id, id) in (
    select old.organization_id, old.id
    from organizations
    cross join lateral (
      select organization_id, id from audit_entries
      where audit_entries.organization_id = organizations.id and at < p_kept_since
      order by at limit p_batch) as old
    limit p_batch);
  get diagnostics removed = row_count;
  perform set_config('trestle.audit_kept_since', '', true);
  return removed;
end $$;
