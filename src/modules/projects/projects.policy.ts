import { forbidden, policy } from '../../access/policy';
import type { ProjectFacts, Seen, WorkspaceAccess } from '../hierarchy';

/** Which roles can act on a project that they see (contract §5). */
type Around = { access: WorkspaceAccess };

export const createProject = policy<Around>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can create projects'),
);

/** Change its settings, archive and restore it. */
export const changeProject = policy<Around>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can change projects'),
);

export const deleteProject = policy<Seen<Pick<ProjectFacts, 'createdBy'>>>(
  (principal, { facts, access }) =>
    access.isAdmin || (facts.createdBy === principal.userId && access.canEditItems),
  forbidden("Only the project's creator or a workspace admin can delete it"),
);
