import { forbidden, policy } from '../../access/policy';
import type { WorkspaceAccess } from '../hierarchy';

/**
 * Settings, archive and members of a workspace that the caller sees (contract §5). Creating and deleting one also needs
 * the organization role admin, which the procedures declare.
 */
export const manageWorkspace = policy<{ access: WorkspaceAccess }>(
  (_principal, { access }) => access.isAdmin,
  forbidden('Only a workspace admin can do this'),
);
