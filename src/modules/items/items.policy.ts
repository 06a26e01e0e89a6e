import { RecordRefused, type WorkspaceAccess } from '../hierarchy';

/** Who may do what with items that they see (contract §5): viewers read, everybody else edits. */
export function refuseUnlessEditor(access: WorkspaceAccess): void {
  if (!access.canEditItems) throw new RecordRefused('You may look at this board but not change its items');
}

/** Whoever edits them, but guests. */
export function refuseUnlessDeleter(access: WorkspaceAccess): void {
  refuseUnlessEditor(access);
  if (!access.canDeleteItems) throw new RecordRefused('Guests do not delete items');
}
