import type { BoardId, ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import { forbidden, hidden, policy } from '../../access/policy';
import type { Actor, Principal } from '../../access/principal';
import { isAdministrator } from '../../access/role';
import type { WorkspaceAccess } from './workspace-access';

/** Everything under a workspace: projects, boards, columns and items. */
export const see = (noun: string) =>
  policy<{ access: WorkspaceAccess }>((_principal, { access }) => access.canSee, hidden(noun), {
    worksInArchive: true,
  });

/** The members of the organization and of its workspaces, also by name and by e-mail address (decision 0034). */
export const listMembers = policy(({ role }) => role !== 'guest', forbidden('Guests cannot list members'));

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

/** The workspaces in a list: all, the open ones and the caller's own, or those that contain a shared board. */
export function visibleWorkspaces({ role }: Principal): 'all' | 'member' | 'guest' {
  if (isAdministrator(role)) return 'all';
  return role === 'guest' ? 'guest' : 'member';
}

/** The boards to which lists are limited for a guest; null for every other role, which sees whole workspaces. */
export function sharedBoardIds({ role, sharedBoards }: Principal): BoardId[] | null {
  return role === 'guest' ? [...(sharedBoards?.keys() ?? [])] : null;
}

/** The workspaces and projects that contain the boards of `sharedBoardIds`, each once; null for every other role. */
export function sharedPlaces({
  role,
  sharedBoards,
}: Principal): { workspaceIds: WorkspaceId[]; projectIds: ProjectId[] } | null {
  if (role !== 'guest') return null;
  const shares = [...(sharedBoards?.values() ?? [])];
  return {
    workspaceIds: [...new Set(shares.map(({ workspaceId }) => workspaceId))],
    projectIds: [...new Set(shares.map(({ projectId }) => projectId))],
  };
}
