import { policy } from '../../access/policy';
import { isOwner, type OrganizationRole } from '../../access/role';
import type { Connection } from './connections/connection';
import type { Changed } from './connections/connection-changes';
import { mapsAdmins } from './sign-on/role-of-groups';
import { AdminsByOwnerOnly } from './sso.errors';

/**
 * Save a connection. Admins cannot create admins (contract §5): neither by mapping another group to the
 * role, nor by changing the provider that reports the groups.
 */
export const saveConnection = policy<{ previous: Connection | null; changed: Changed }>(
  (principal, { previous, changed: { settings, isOtherProvider, areGroupsOthers } }) => {
    if (isOwner(principal.role)) return true;
    const before = previous?.groupRoles ?? {};
    const admins = Object.keys(settings.groupRoles).filter((group) => settings.groupRoles[group] === 'admin');
    const areNew = admins.some((group) => !Object.hasOwn(before, group) || before[group] !== 'admin');
    // Without any admin group, groups do not decide about admins; removing one of several would demote its members.
    const areFewer = Object.values(before).filter((role) => role === 'admin').length > admins.length;
    return !areNew && (admins.length === 0 || !(areFewer || isOtherProvider || areGroupsOthers));
  },
  () => new AdminsByOwnerOnly(),
);

/** Whether groups decide about members with this role. */
export function isGivenByGroups(connection: Connection, role: OrganizationRole): boolean {
  return !isOwner(role) && (role !== 'admin' || mapsAdmins(connection));
}
