import type { UserId } from '../../kernel/ids';
import { forbidden, hidden, policy } from '../../access/policy';
import type { WorkspaceAccess } from '../hierarchy';

/**
 * Which callers can act on comments of items that they see (contract §5). Everyone who sees an item, viewers and guests
 * included, can comment and react.
 */
interface Around {
  access: WorkspaceAccess;
  authorId: UserId;
}

/** Comment, and react. */
export const writeComment = policy<Pick<Around, 'access'>>(
  (_principal, { access }) => access.canSee,
  hidden('item'),
);

export const editComment = policy<Around>(
  (principal, { authorId }) => principal.userId === authorId,
  forbidden('Only the author can edit a comment'),
);

export const deleteComment = policy<Around>(
  (principal, { access, authorId }) => principal.userId === authorId || access.isAdmin,
  forbidden('Only the author or an admin can delete a comment'),
);

/** A pin changes what every reader of the item sees first. */
export const pinComment = policy<Pick<Around, 'access'>>(
  (_principal, { access }) => access.canEditItems,
  forbidden('You can comment on this item but not pin comments'),
);
