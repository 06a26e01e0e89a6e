import type { UserId } from '../../kernel/ids';
import { forbidden, policy } from '../../access/policy';
import { isAdministrator } from '../../access/role';

/** Which roles can act on the organization's templates, which all of its members see (decision 0043). */
export const createTemplate = policy(
  ({ role, workspaceRoles }) =>
    isAdministrator(role) || [...workspaceRoles.values()].some((each) => each !== 'viewer'),
  forbidden('Only members who can create boards in some workspace can create templates'),
);

export const deleteTemplate = policy<{ isBuiltIn: boolean; createdBy: UserId | null }>(
  ({ role, userId }, { isBuiltIn, createdBy }) =>
    !isBuiltIn && (isAdministrator(role) || createdBy === userId),
  forbidden("Only the template's creator or an admin can delete it; built-in templates cannot be deleted"),
);
