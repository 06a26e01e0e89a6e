/** Every stored file of an import that has not ended, in the columns of STORED_CONTENT; no size or digest is recorded. */
export const STORED_IMPORTS = `
  select storage_key as key, null::bigint as size_bytes, null as sha256 from import_uploads
  union all
  select work ->> 'storageKey', null, null from imports where work is not null`;
