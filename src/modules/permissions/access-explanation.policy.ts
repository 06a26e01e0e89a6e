import type { z } from 'zod';
import type { Actor } from '../../access/principal';
import { isAdministrator, isOwner, type WorkspaceRole } from '../../access/role';
import { type BoardFacts, boardAccess } from '../hierarchy';
import type { accessExplain } from './permissions.schemas';

type Explanation = z.output<typeof accessExplain.output>;
type Reason = Explanation['because'][number];

/** The member's role in the board's workspace, if it decides what the member can do. */
export function decidingRole(actor: Actor, { workspace }: BoardFacts): WorkspaceRole | null {
  if (isAdministrator(actor.role) || actor.role === 'guest') return null;
  return actor.workspaceRoles.get(workspace.id) ?? null;
}

/** What a member can do on a board, and the rules that decide it: `groups` give the role in the workspace. */
export function explainAccess(
  actor: Actor,
  board: BoardFacts,
  groups: readonly { id: string; name: string }[],
): Explanation {
  const { canSee, canEditItems, canBuild, isArchived } = boardAccess(actor, board);
  const because = [
    ...groups.map(({ id, name }): Reason => ({ rule: 'group', id, name })),
    reasonOf(actor, board),
  ];
  if (!canSee) return { access: 'none', because };
  if (isArchived) {
    because.push({ rule: 'board_archived', id: board.id, name: board.name });
    return { access: 'view', because };
  }
  // Everyone who sees a board can comment on its items.
  return { access: canBuild ? 'manage' : canEditItems ? 'edit' : 'comment', because };
}

function reasonOf(actor: Actor, board: BoardFacts): Reason {
  const { id, name, workspace } = board;
  if (isOwner(actor.role)) return { rule: 'organization_owner' };
  if (isAdministrator(actor.role)) return { rule: 'organization_admin' };
  if (actor.sharedBoards !== undefined) {
    const share = actor.sharedBoards.get(id);
    if (share === undefined) return { rule: 'board_not_shared', id, name };
    return { rule: share.permission === 'edit' ? 'board_shared_edit' : 'board_shared_view', id, name };
  }
  const role = actor.workspaceRoles.get(workspace.id);
  if (role !== undefined) return { rule: `workspace_${role}`, id: workspace.id };
  return { rule: workspace.visibility === 'open' ? 'workspace_open' : 'workspace_closed', id: workspace.id };
}
