-- Deletes the archives of deleted exports from the storage (decision 0137).
create or replace function organization_exports_remove_content() returns trigger language plpgsql as $$
begin
  insert into file_removals (storage_key) select storage_key from deleted where storage_key is not null on conflict do nothing;
  return null;
end $$;
