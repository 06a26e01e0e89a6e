/** `access` in the responses of workspaces, projects and boards for a caller who can do everything. */
export const FULL_ACCESS = { edit: true, build: true, delete: true, comment: true, share: true };

/** The response of boards.get or projects.get as the record in events and mutations, without what only reads show. */
export function recordOf<Shown extends { access?: unknown; itemCount?: unknown }>({
  access: _access,
  itemCount: _itemCount,
  ...record
}: Shown): Omit<Shown, 'access' | 'itemCount'> {
  return record;
}
