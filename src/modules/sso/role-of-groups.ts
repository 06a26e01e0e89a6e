import type { Connection, GroupRole } from './connection';

const HIGHEST_FIRST: readonly GroupRole[] = ['admin', 'member', 'guest'];

/** The highest role that somebody's groups give; the default for who is in no mapped group. Never the owner's. */
export function roleOfGroups(
  { groupRoles, defaultRole }: Pick<Connection, 'groupRoles' | 'defaultRole'>,
  groups: readonly string[],
): GroupRole {
  const given = new Set(
    groups.flatMap((group) => (Object.hasOwn(groupRoles, group) ? [groupRoles[group]!] : [])),
  );
  return HIGHEST_FIRST.find((role) => given.has(role)) ?? defaultRole;
}

/** Only then does it take the role from admins: who maps the other groups need not be the owner, who alone unmakes admins. */
export function mapsAdmins({ groupRoles }: Pick<Connection, 'groupRoles'>): boolean {
  return Object.values(groupRoles).includes('admin');
}

/** Without mapped groups the provider says nothing of roles, and those given here stay. */
export function mapsGroups({ groupRoles, attributeMapping }: Connection): boolean {
  return attributeMapping.groups !== null && Object.keys(groupRoles).length > 0;
}
