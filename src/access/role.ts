/** A member's role in the organization (specification, "Member"), weakest first. */
export const ORGANIZATION_ROLES = ['guest', 'member', 'admin', 'owner'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** A member's role in one workspace (contract §5), weakest first. */
export const WORKSPACE_ROLES = ['viewer', 'member', 'admin'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** What a guest can do on a shared board (contract §5), weakest first. */
export const BOARD_PERMISSIONS = ['view', 'edit'] as const;
export type BoardPermission = (typeof BOARD_PERMISSIONS)[number];

export function isAtLeast(role: OrganizationRole, minimum: OrganizationRole): boolean {
  return ORGANIZATION_ROLES.indexOf(role) >= ORGANIZATION_ROLES.indexOf(minimum);
}

/** Owner or admin: "admin-only procedures" of the specification. */
export function isAdministrator(role: OrganizationRole): boolean {
  return isAtLeast(role, 'admin');
}

/** Guests are in no workspace: boards are shared with them individually. */
export function canJoinWorkspaces(role: OrganizationRole): boolean {
  return role !== 'guest';
}

export function isOwner(role: OrganizationRole | undefined): boolean {
  return role === 'owner';
}
