import { forbidden, policy } from '../../access/policy';
import { isOwner, type OrganizationRole } from '../../access/role';

/** Callers are represented by their role, which the transaction has locked. */
export const deleteOrganization = policy<void, OrganizationRole>(
  isOwner,
  forbidden('Only the owner can delete the organization'),
);
