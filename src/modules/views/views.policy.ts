import type { UserId } from '../../kernel/ids';
import { forbidden, policy } from '../../access/policy';
import type { WorkspaceAccess } from '../hierarchy';

/** Which roles can act on the views of a board; everyone who sees the board sees its views. */
type Around = { access: WorkspaceAccess };

export const createView = policy<Around>(
  (_principal, { access }) => access.canEditItems,
  forbidden('Viewers cannot save views'),
);

/** Includes deleting. */
export const changeView = policy<Around & { view: { createdBy: UserId } }>(
  (principal, { access, view }) =>
    access.isAdmin || (view.createdBy === principal.userId && access.canEditItems),
  forbidden("Only the view's author or a workspace admin can change it"),
);
