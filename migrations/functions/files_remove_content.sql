create or replace function files_remove_content() returns trigger language plpgsql as $$
begin
  insert into file_removals (storage_key)
  select storage_key from deleted
  union all
  select thumbnail_key from deleted where thumbnail_key is not null
  on conflict do nothing;
  update file_usage set size_bytes = file_usage.size_bytes - freed.size_bytes
  from (select organization_id, sum(size_bytes) as size_bytes from deleted where stored_at is not null
    group by organization_id) as freed
  where file_usage.organization_id = freed.organization_id;
  return null;
end $$;
