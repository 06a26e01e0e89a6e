/**
 * Every stored file of the module, for backups: its key, and the size and the digest that its row records (null: none). The
 * content of a row without `stored_at` is being uploaded.
 */
export const STORED_CONTENT = `
  select storage_key as key, size_bytes, sha256 from files where stored_at is not null
  union all
  select thumbnail_key, thumbnail_bytes, null from files where thumbnail_key is not null`;
