import type { WorkspaceAccess } from '../hierarchy';

/**
 * Who may do what with a workspace that they see (contract §5). Creating and deleting need the organization role
 * admin, which the procedures declare.
 */
export const workspacesPolicy = {
  /** Settings, archive and members: the workspace's admins, and the organization's. */
  mayManage: (access: WorkspaceAccess): boolean => access.isAdmin,
};
