import type { Connection, GroupRole } from '../connections/connection';

const HIGHEST_FIRST: readonly GroupRole[] = ['admin', 'member', 'guest'];

/** The highest role among a user's mapped groups; the default role if none is mapped. Never the owner. */
export function roleOfGroups(
  { groupRoles, defaultRole }: Pick<Connection, 'groupRoles' | 'defaultRole'>,
  groups: readonly string[],
): GroupRole {
  const given = new Set(
    groups.flatMap((group) => (Object.hasOwn(groupRoles, group) ? [groupRoles[group]!] : [])),
  );
  return HIGHEST_FIRST.find((role) => given.has(role)) ?? defaultRole;
}

/**
 * Only if a group is mapped to admin can groups demote admins: otherwise an admin could map groups and
 * demote other admins, which only the owner can do.
 */
export function mapsAdmins({ groupRoles }: Pick<Connection, 'groupRoles'>): boolean {
  return Object.values(groupRoles).includes('admin');
}

/** Without mapped groups the provider does not manage roles, and assigned roles remain. */
export function mapsGroups({ groupRoles, attributeMapping }: Connection): boolean {
  return attributeMapping.groups !== null && Object.keys(groupRoles).length > 0;
}
