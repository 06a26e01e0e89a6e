import { forbidden, policy } from '../../access/policy';
import type { WorkspaceAccess } from '../hierarchy';

/** Which roles can act on items that they see (contract §5). */
type Around = { access: WorkspaceAccess };

/** Create, change, move, archive and restore items on the board that the access is for. */
export const editItems = policy<Around>(
  (_principal, { access }) => access.canEditItems,
  forbidden('You can view this board but not change its items'),
);

/** Move items to Trash, and permanently delete them from Trash. */
export const deleteItems = policy<Around>(
  (_principal, { access }) => access.canDeleteItems,
  forbidden('You cannot delete items on this board'),
);
