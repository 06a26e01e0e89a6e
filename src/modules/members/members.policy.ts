import type { OrganizationRole } from '../../access/role';

/**
 * Whom a person may invite, promote, demote, deactivate and remove, by role (specification, "Organization", role rules;
 * contract §5). Nobody reaches the owner, nobody is made one but by a handover, and nobody reaches their own level but
 * the owner's admins.
 */
const REACH: Readonly<Record<OrganizationRole, readonly OrganizationRole[]>> = {
  owner: ['admin', 'member', 'guest'],
  admin: ['member', 'guest'],
  member: [],
  guest: [],
};

const reaches = (actor: OrganizationRole, role: OrganizationRole): boolean => REACH[actor].includes(role);

export const membersPolicy = {
  /** The roles that somebody's changes end at. */
  reach: (actor: OrganizationRole): readonly OrganizationRole[] => REACH[actor],
  mayInvite: (actor: OrganizationRole, as: OrganizationRole): boolean => reaches(actor, as),
  /** Both ends must be within reach: an admin neither makes admins nor unmakes them. */
  mayChangeRole: (actor: OrganizationRole, from: OrganizationRole, to: OrganizationRole): boolean =>
    reaches(actor, from) && reaches(actor, to),
  mayDeactivate: (actor: OrganizationRole, target: OrganizationRole): boolean => reaches(actor, target),
  mayRemove: (actor: OrganizationRole, target: OrganizationRole): boolean => reaches(actor, target),
  /** By oneself; the owner hands over first. */
  mayLeave: (role: OrganizationRole): boolean => role !== 'owner',
  /** Ownership goes from the owner to an admin. */
  mayHandOver: (actor: OrganizationRole, to: OrganizationRole): boolean =>
    actor === 'owner' && to === 'admin',
};
