import type { UserId } from '../../kernel/ids';
import { forbidden, hidden, policy } from '../../access/policy';
import type { Actor } from '../../access/principal';
import type { WorkspaceAccess } from '../hierarchy';

interface Around {
  access: WorkspaceAccess;
}

interface AroundView extends Around {
  view: { createdBy: UserId };
}

// Shared views are records of the board. Personal ones are settings of their user, as preferences are: users who see the board
// can create, change, reorder and delete their own, also on an archived board, so that only `seeView` applies to them.

const canShare = ({ role }: Pick<Actor, 'role'>, access: WorkspaceAccess) =>
  role !== 'guest' && access.canEditItems;

/** For callers who see the board: everyone sees its shared views, and no one the personal views of others. */
export const seeView = policy<{ view: { personalOf: UserId | null } }>(
  ({ userId }, { view }) => view.personalOf === null || view.personalOf === userId,
  hidden('view'),
);

/** Create a shared view, or share a personal one. */
export const shareView = policy<Around>(
  (principal, { access }) => canShare(principal, access),
  forbidden('Viewers and guests can only create personal views'),
);

/** The order of the shared views belongs to all users of the board. */
export const reorderViews = policy<Around>(
  (principal, { access }) => canShare(principal, access),
  forbidden('Viewers and guests can only reorder their personal views'),
);

/** Includes deleting. */
export const changeView = policy<AroundView>(
  (principal, { access, view }) =>
    access.isAdmin || (view.createdBy === principal.userId && canShare(principal, access)),
  forbidden("Only the view's author or a workspace admin can change it"),
);
