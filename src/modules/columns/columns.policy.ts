import { forbidden, policy } from '../../access/policy';
import type { WorkspaceAccess } from '../hierarchy';

/** Create, change, reorder, duplicate and delete the columns of a board that the caller sees (contract §5). */
export const changeColumns = policy<{ access: WorkspaceAccess }>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can change its columns'),
);

/** Create labels together with the values that name them. */
export const createLabels = policy<{ access: WorkspaceAccess }>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can create labels; use labels that the column has'),
);
