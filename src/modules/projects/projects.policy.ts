import type { UserId } from '../../kernel/ids';
import type { WorkspaceAccess } from '../hierarchy';

/** Who may do what with a project that they see (contract §5). */
export const projectsPolicy = {
  /** Projects are made, changed and archived by those who belong to the workspace. */
  mayBuild: (access: WorkspaceAccess): boolean => access.canBuild,
  /** As for boards: whoever made it, as long as they may write there at all, and the workspace's admins. */
  mayDelete: (access: WorkspaceAccess, createdBy: UserId, userId: UserId): boolean =>
    access.isAdmin || (createdBy === userId && access.canEditItems),
};
