import type { UserId } from '../../kernel/ids';
import type { WorkspaceAccess } from '../hierarchy';

/** Who may do what with the views of a board that they see; everybody who sees the board sees them. */
export const viewsPolicy = {
  /** Whoever edits items there. */
  mayCreate: (access: WorkspaceAccess): boolean => access.canEditItems,
  /** Whoever made it, as long as they may write there at all, and the workspace's admins. */
  mayChange: (access: WorkspaceAccess, createdBy: UserId, userId: UserId): boolean =>
    access.isAdmin || (createdBy === userId && access.canEditItems),
};
