import type { UserId } from '../../kernel/ids';
import { forbidden, policy } from '../../access/policy';
import type { WorkspaceAccess } from '../hierarchy';

/** Which roles can act on the forms of a board that they see (contract §5). Members who see it see its forms. */
type Around = { access: WorkspaceAccess };

/** Create and change forms, and publish and close them. */
export const buildForms = policy<Around>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can create and change forms'),
);

/** The submissions are deleted with the form. */
export const deleteForm = policy<Around & { createdBy: UserId }>(
  (principal, { access, createdBy }) => access.isAdmin || (access.canBuild && createdBy === principal.userId),
  forbidden("Only the form's creator or a workspace admin can delete it"),
);

/** Mark submissions as reviewed or archived. */
export const reviewSubmissions = policy<Around>(
  (_principal, { access }) => access.canEditItems,
  forbidden('You can view this board but not change its submissions'),
);
