import type { BoardId, ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import { forbidden, hidden, policy } from '../../access/policy';
import { reach } from '../../access/limits/place-limits';
import type { Actor, Principal } from '../../access/principal';
import { isAdministrator } from '../../access/role';
import { accessByRole, type WorkspaceAccess } from './workspace-access';

/** Everything under a workspace: projects, boards, columns and items. */
export const see = (noun: string) =>
  policy<{ access: WorkspaceAccess }>((_principal, { access }) => access.canSee, hidden(noun), {
    worksInArchive: true,
  });

/** The members of the organization and of its workspaces, also by name and by e-mail address (decision 0034). */
export const listMembers = policy(
  ({ role, placeLimits }) => role !== 'guest' && !placeLimits?.boards,
  forbidden('Guests, and tokens that are limited to boards, cannot list members'),
);

/** Submissions of the forms of a board that the caller sees. */
export const seeSubmissions = policy<void, Actor>(
  ({ role }) => role !== 'guest',
  forbidden('Guests cannot see form submissions'),
);

/** One member, by id: guests see themselves. */
export const seeMember = policy<UserId>(
  (principal, userId) => listMembers.allows(principal) || userId === principal.userId,
  hidden('member'),
);

/** The workspaces in a list: all, the open ones and the caller's own, or those that contain a board of `listedBoards`. */
export function visibleWorkspaces({ role, placeLimits }: Principal): 'all' | 'member' | 'guest' {
  if (role === 'guest' || placeLimits?.boards) return 'guest';
  return isAdministrator(role) ? 'all' : 'member';
}

/** The boards to which lists are limited for a guest or by the credential; null for a caller who sees whole workspaces. */
export function sharedBoardIds(principal: Principal): BoardId[] | null {
  const boards = listedBoards(principal);
  return boards === null ? null : [...boards.keys()];
}

/** The workspaces and projects that contain the boards of `sharedBoardIds`, each once; null if that is null. */
export function sharedPlaces(
  principal: Principal,
): { workspaceIds: WorkspaceId[]; projectIds: ProjectId[] } | null {
  const boards = listedBoards(principal);
  if (boards === null) return null;
  const places = [...boards.values()];
  return {
    workspaceIds: [...new Set(places.map(({ workspaceId }) => workspaceId))],
    projectIds: [...new Set(places.map(({ projectId }) => projectId))],
  };
}

/**
 * The workspaces to which lists are limited: those of `sharedPlaces`, or those of the credential; null for none. The role
 * decides which of them the caller sees.
 */
export function listedWorkspaceIds(principal: Principal): WorkspaceId[] | null {
  const { workspaceIds } = principal.placeLimits ?? {};
  return sharedPlaces(principal)?.workspaceIds ?? (workspaceIds ? [...workspaceIds] : null);
}

/** The boards of `sharedBoardIds`, and where they are. */
export function listedBoards(
  principal: Principal,
): Map<BoardId, { projectId: ProjectId; workspaceId: WorkspaceId }> | null {
  const { role, sharedBoards, placeLimits } = principal;
  if (role === 'guest') {
    const shares = [...(sharedBoards ?? [])];
    return new Map(shares.filter(([boardId, share]) => reach(placeLimits, { ...share, boardId }) !== 'none'));
  }
  if (!placeLimits?.boards) return null;
  const boards = new Map<BoardId, { projectId: ProjectId; workspaceId: WorkspaceId }>();
  for (const [id, { projectId, workspace }] of placeLimits.boards)
    if (accessByRole(principal, workspace).canSee) boards.set(id, { projectId, workspaceId: workspace.id });
  return boards;
}
