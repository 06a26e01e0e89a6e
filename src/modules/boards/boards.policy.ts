import { forbidden, policy } from '../../access/policy';
import type { BoardFacts, Seen } from '../hierarchy';

/** Which roles can act on a board that they see (contract §5). */
type Board = Pick<Seen<BoardFacts>, 'access'>;

export const createBoard = policy<Board>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can create boards'),
);

export const changeBoard = policy<Board>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can change boards'),
);

/** Archive and restore. */
export const archiveBoard = policy<Board>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can archive and restore boards'),
  { worksInArchive: true },
);

/** The boards of a project. */
export const reorderBoards = policy<Board>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can reorder boards'),
);

/** Create, change, reorder and delete groups and columns. */
export const changeGroups = policy<Board>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can change groups'),
);

export const shareBoard = policy<Board>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can share its boards'),
);

/** Access can be removed at any time, also while the board is archived. */
export const unshareBoard = policy<Board>(
  (_principal, { access }) => access.canBuild,
  forbidden('Only members of the workspace can remove guests from its boards'),
  { worksInArchive: true },
);

/** A creator who became a viewer, or left a closed workspace, loses the rights to what they created. */
export const deleteBoard = policy<Seen<Pick<BoardFacts, 'createdBy'>>>(
  (principal, { facts, access }) =>
    access.isAdmin || (facts.createdBy === principal.userId && access.canEditItems),
  forbidden("Only the board's creator or a workspace admin can delete it"),
  { worksInArchive: true },
);
