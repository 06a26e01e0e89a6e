import type { BoardId, ProjectId, WorkspaceId } from '../../kernel/ids';
import { type Place, reach } from '../../access/limits/place-limits';
import type { Actor, BoardShare } from '../../access/principal';
import { isAdministrator } from '../../access/role';

/** The facts of a workspace that a policy needs. */
export interface WorkspaceFacts {
  id: WorkspaceId;
  visibility: 'open' | 'closed';
}

/** What a user can do in a workspace (contract §5, the table of roles). */
export interface WorkspaceAccess {
  /** See the workspace and its contents; comment. */
  canSee: boolean;
  /** Create, change, move, archive and restore items. */
  canEditItems: boolean;
  /** Move items to Trash, and purge them. */
  canDeleteItems: boolean;
  /** Create and change projects, boards, groups, columns, forms, automations. */
  canBuild: boolean;
  /** Change the workspace and its members; delete what other members created in it. */
  isAdmin: boolean;
  /** Whether the board is archived: then `authorize` rejects every change that the rest allows (decision 0139). */
  isArchived: boolean;
}

const NOTHING: WorkspaceAccess = {
  canSee: false,
  canEditItems: false,
  canDeleteItems: false,
  canBuild: false,
  isAdmin: false,
  isArchived: false,
};
const VIEWER: WorkspaceAccess = { ...NOTHING, canSee: true };
/** A guest with whom a board is shared for editing. */
const GUEST_EDITOR: WorkspaceAccess = { ...VIEWER, canEditItems: true };
/**
 * A member of the organization in an open workspace without a membership of it: can edit items where they see
 * them, but creates structure only in their own workspaces.
 */
const VISITOR: WorkspaceAccess = { ...GUEST_EDITOR, canDeleteItems: true };
const MEMBER: WorkspaceAccess = { ...VISITOR, canBuild: true };
const ADMIN: WorkspaceAccess = { ...MEMBER, isAdmin: true };

/** Within the limits of the credential, what the role allows. */
export function workspaceAccess(principal: Actor, workspace: WorkspaceFacts): WorkspaceAccess {
  return limited(principal, { workspaceId: workspace.id }, accessByRole(principal, workspace));
}

/** The same for a project: guests see projects that contain a board that is shared with them. */
export function projectAccess(
  principal: Actor,
  project: { id: ProjectId; workspace: WorkspaceFacts },
): WorkspaceAccess {
  const place = { workspaceId: project.workspace.id, projectId: project.id };
  if (principal.role !== 'guest')
    return limited(principal, place, accessByRole(principal, project.workspace));
  const isShared = holdsShared(principal, (share) => share.projectId === project.id);
  return limited(principal, place, isShared ? VIEWER : NOTHING);
}

/** The same for a board: a guest's access is the permission of the share. */
export function boardAccess(
  principal: Actor,
  board: { id: BoardId; archivedAt: string | null; workspace: WorkspaceFacts },
): WorkspaceAccess {
  const access = liveBoardAccess(principal, board);
  return board.archivedAt === null ? access : { ...access, isArchived: true };
}

function liveBoardAccess(
  principal: Actor,
  board: { id: BoardId; workspace: WorkspaceFacts },
): WorkspaceAccess {
  const place = { workspaceId: board.workspace.id, boardId: board.id };
  if (principal.role !== 'guest') return limited(principal, place, accessByRole(principal, board.workspace));
  const share = principal.sharedBoards?.get(board.id);
  if (share === undefined) return NOTHING;
  return limited(principal, place, share.permission === 'edit' ? GUEST_EDITOR : VIEWER);
}

/**
 * What the user's role allows in a workspace, whatever the limits of the credential are. Guests see a workspace only because
 * it contains a board that is shared with them.
 */
export function accessByRole(principal: Actor, workspace: WorkspaceFacts): WorkspaceAccess {
  if (isAdministrator(principal.role)) return ADMIN;
  if (principal.role === 'guest')
    return holdsShared(principal, (share) => share.workspaceId === workspace.id) ? VIEWER : NOTHING;
  const role = principal.workspaceRoles.get(workspace.id);
  if (role === undefined) return workspace.visibility === 'open' ? VISITOR : NOTHING;
  return { viewer: VIEWER, member: MEMBER, admin: ADMIN }[role];
}

/** A place that is only partly inside the limits is visible, as to a guest with whom boards in it are shared. */
function limited({ placeLimits }: Actor, place: Place, access: WorkspaceAccess): WorkspaceAccess {
  const reached = reach(placeLimits, place);
  if (reached === 'all') return access;
  return reached === 'part' && access.canSee ? VIEWER : NOTHING;
}

function holdsShared({ sharedBoards, placeLimits }: Actor, isThere: (share: BoardShare) => boolean): boolean {
  if (placeLimits === undefined) return [...(sharedBoards?.values() ?? [])].some(isThere);
  return [...(sharedBoards ?? [])].some(
    ([boardId, share]) => isThere(share) && reach(placeLimits, { ...share, boardId }) !== 'none',
  );
}
