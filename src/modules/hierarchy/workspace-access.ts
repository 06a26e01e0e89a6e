import type { WorkspaceId } from '../../kernel/ids';
import type { Principal } from '../../access/principal';
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
  /** Create, change, move, archive and delete items. */
  canEditItems: boolean;
  /** Create and change projects, boards, groups, columns, forms, automations. */
  canBuild: boolean;
  /** Change the workspace and its members; delete what others made in it. */
  isAdmin: boolean;
}

const NOTHING: WorkspaceAccess = { canSee: false, canEditItems: false, canBuild: false, isAdmin: false };
const VIEWER: WorkspaceAccess = { canSee: true, canEditItems: false, canBuild: false, isAdmin: false };
/** An open workspace's passer-by: edits items where they can see, but builds only where they belong. */
const VISITOR: WorkspaceAccess = { canSee: true, canEditItems: true, canBuild: false, isAdmin: false };
const MEMBER: WorkspaceAccess = { canSee: true, canEditItems: true, canBuild: true, isAdmin: false };
const ADMIN: WorkspaceAccess = { canSee: true, canEditItems: true, canBuild: true, isAdmin: true };

export function workspaceAccess(principal: Principal, workspace: WorkspaceFacts): WorkspaceAccess {
  if (isAdministrator(principal.role)) return ADMIN;
  // Guests see boards that are shared with them, never a workspace.
  if (principal.role === 'guest') return NOTHING;
  const role = principal.workspaceRoles.get(workspace.id);
  if (role === undefined) return workspace.visibility === 'open' ? VISITOR : NOTHING;
  return { viewer: VIEWER, member: MEMBER, admin: ADMIN }[role];
}
