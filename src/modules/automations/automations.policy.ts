import type { UserId } from '../../kernel/ids';
import { forbidden, policy } from '../../access/policy';
import type { WorkspaceAccess } from '../hierarchy';

/** Which roles can act on the automations of a board that they see (contract §5). */
type Around = { access: WorkspaceAccess };

/** An automation acts with its creator's permissions, so others can only read it, switch it and delete it. */
type Owned = Around & { createdBy: UserId };

export const createAutomation = policy<Around>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can create automations'),
);

/** Run it with the permissions of its creator. */
export const actForCreator = policy<Around>(
  (_principal, { access }) => access.canBuild,
  forbidden("The automation's creator can no longer create automations on this board"),
);

/** Change what it does. */
export const changeAutomation = policy<Owned>(
  (principal, { access, createdBy }) => access.canBuild && createdBy === principal.userId,
  forbidden("Only the automation's creator can change it, because it acts with the creator's permissions"),
);

/** Enable, disable, rename and delete. */
export const manageAutomation = policy<Owned>(
  (principal, { access, createdBy }) => access.isAdmin || (access.canBuild && createdBy === principal.userId),
  forbidden("Only the automation's creator or a workspace admin can do this"),
);
