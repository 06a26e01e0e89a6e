import type { WorkspaceAccess } from '../hierarchy';

/** Who may do what with the columns of a board that they see (contract §5). */
export const columnsPolicy = {
  /** Those who belong to the workspace, whoever made the board. */
  mayBuild: (access: WorkspaceAccess): boolean => access.canBuild,
};
