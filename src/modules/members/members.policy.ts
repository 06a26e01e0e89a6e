import { policy } from '../../access/policy';
import { isAdministrator, type OrganizationRole } from '../../access/role';
import {
  AdminProvisioningForbidden,
  OwnerProvisioningForbidden,
  OwnerMustHandOver,
  RoleChangeForbidden,
} from './members.errors';

/**
 * Which members a role acts on (specification, "Organization", role rules; contract §5): no role acts on the owner, and
 * only the owner acts on admins. Callers are roles here, as the transaction has locked them.
 */
const REACH: Readonly<Record<OrganizationRole, readonly OrganizationRole[]>> = {
  owner: ['admin', 'member', 'guest'],
  admin: ['member', 'guest'],
  member: [],
  guest: [],
};

export const reachOf = (actor: OrganizationRole): readonly OrganizationRole[] => REACH[actor];

const actOn = () =>
  policy<OrganizationRole, OrganizationRole>(
    (actor, role) => reachOf(actor).includes(role),
    () => new RoleChangeForbidden(),
  );

/** With this role. */
export const inviteMember = actOn();
export const deactivateMember = actOn();
export const removeMember = actOn();
/** Also to create a token of it: a token has the role of its owner. */
export const changeServiceAccount = actOn();

/** Before the member is looked up: other callers do not learn whether there is one. */
export const removeMembers = policy<void, OrganizationRole>(isAdministrator, () => new RoleChangeForbidden());

/** Both roles must be within reach: an admin neither promotes to admin nor demotes an admin. */
export const changeMemberRole = policy<{ from: OrganizationRole; to: OrganizationRole }, OrganizationRole>(
  (actor, { from, to }) => reachOf(actor).includes(from) && reachOf(actor).includes(to),
  () => new RoleChangeForbidden(),
);

/** The owner transfers the ownership first. */
export const leaveOrganization = policy<void, OrganizationRole>(
  (actor) => actor !== 'owner',
  () => new OwnerMustHandOver(),
);

export const transferOwnership = policy<void, OrganizationRole>(
  (actor) => actor === 'owner',
  () => new RoleChangeForbidden(),
);

/** Only admins become owners. */
export const canBecomeOwner = (role: OrganizationRole): boolean => role === 'admin';

/** What a directory does, with the reach of the user who created its token. */
export const provisionMember = policy<OrganizationRole, OrganizationRole>(
  (reach, role) => reachOf(reach).includes(role),
  () => new AdminProvisioningForbidden(),
);

/** A misconfigured directory must not lock out the organization's owner. */
export const provisionOverOwner = policy<OrganizationRole, OrganizationRole>(
  (_reach, role) => role !== 'owner',
  () => new OwnerProvisioningForbidden(),
);

/** A directory never changes the owner's role. Only a token of the owner can promote or demote admins. */
export const provisionRole = policy<{ from: OrganizationRole; to: OrganizationRole }, OrganizationRole>(
  (reach, roles) =>
    roles.from === 'owner' || roles.from === roles.to || changeMemberRole.allows(reach, roles),
  () => new AdminProvisioningForbidden(),
);
