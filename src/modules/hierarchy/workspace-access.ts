import type { BoardId, ProjectId, WorkspaceId } from '../../kernel/ids';
import type { BoardShare, Principal } from '../../access/principal';
import { isAdministrator } from '../../access/role';

/** What a policy needs to know of a workspace. */
export interface WorkspaceFacts {
  id: WorkspaceId;
  visibility: 'open' | 'closed';
}

/** What a person may do in a workspace (contract §5, the table of roles). */
export interface WorkspaceAccess {
  /** See it and what is in it; comment. */
  canSee: boolean;
  /** Create, change, move, archive and restore items. */
  canEditItems: boolean;
  /** Put items into Trash, and purge them. */
  canDeleteItems: boolean;
  /** Create and change projects, boards, groups, columns, forms, automations. */
  canBuild: boolean;
  /** Change the workspace and its members; delete what others made in it. */
  isAdmin: boolean;
}

const NOTHING: WorkspaceAccess = {
  canSee: false,
  canEditItems: false,
  canDeleteItems: false,
  canBuild: false,
  isAdmin: false,
};
const VIEWER: WorkspaceAccess = { ...NOTHING, canSee: true };
/** A guest with whom a board is shared for editing. */
const GUEST_EDITOR: WorkspaceAccess = { ...VIEWER, canEditItems: true };
/** An open workspace's passer-by: edits items where they can see, but builds only where they belong. */
const VISITOR: WorkspaceAccess = { ...GUEST_EDITOR, canDeleteItems: true };
const MEMBER: WorkspaceAccess = { ...VISITOR, canBuild: true };
const ADMIN: WorkspaceAccess = { ...MEMBER, isAdmin: true };

export function workspaceAccess(principal: Principal, workspace: WorkspaceFacts): WorkspaceAccess {
  if (isAdministrator(principal.role)) return ADMIN;
  // Guests see of a workspace that it holds a board that is shared with them.
  if (principal.role === 'guest')
    return holdsShared(principal, (share) => share.workspaceId === workspace.id) ? VIEWER : NOTHING;
  const role = principal.workspaceRoles.get(workspace.id);
  if (role === undefined) return workspace.visibility === 'open' ? VISITOR : NOTHING;
  return { viewer: VIEWER, member: MEMBER, admin: ADMIN }[role];
}

/** The same of a project: guests see those that hold a board that is shared with them. */
export function projectAccess(
  principal: Principal,
  project: { id: ProjectId; workspace: WorkspaceFacts },
): WorkspaceAccess {
  if (principal.role !== 'guest') return workspaceAccess(principal, project.workspace);
  return holdsShared(principal, (share) => share.projectId === project.id) ? VIEWER : NOTHING;
}

/** The same of a board: guests may what it is shared with them for. */
export function boardAccess(
  principal: Principal,
  board: { id: BoardId; workspace: WorkspaceFacts },
): WorkspaceAccess {
  if (principal.role !== 'guest') return workspaceAccess(principal, board.workspace);
  const share = principal.sharedBoards?.get(board.id);
  if (share === undefined) return NOTHING;
  return share.permission === 'edit' ? GUEST_EDITOR : VIEWER;
}

/** The boards that lists are narrowed to for a guest; null for everybody else, who sees whole workspaces. */
export function sharedBoardIds({ role, sharedBoards }: Principal): BoardId[] | null {
  return role === 'guest' ? [...(sharedBoards?.keys() ?? [])] : null;
}

function holdsShared({ sharedBoards }: Principal, isThere: (share: BoardShare) => boolean): boolean {
  return [...(sharedBoards?.values() ?? [])].some(isThere);
}
