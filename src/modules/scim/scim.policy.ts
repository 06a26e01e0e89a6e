import { forbidden, policy } from '../../access/policy';
import type { AuthenticatedUser } from '../../access/principal';
import { isAdministrator, type OrganizationRole } from '../../access/role';

/**
 * Callers are roles that the transaction has read under a lock, because the role that the guards read may have changed.
 */
export const createScimToken = policy<void, OrganizationRole>(
  isAdministrator,
  forbidden('Only the owner and admins can create SCIM tokens'),
);

/** An application's access ends with its grant; a SCIM token that it created would not. */
export const createScimTokenWith = policy<void, AuthenticatedUser>(
  ({ credential }) => credential.kind !== 'application',
  forbidden('An application cannot create SCIM tokens; sign in or use a personal access token'),
);
