import { forbidden, policy } from '../../access/policy';
import type { Actor } from '../../access/principal';
import { isAdministrator } from '../../access/role';

/** Events of the organization itself, such as invitations, and the deletion of any board. */
export const seeOrganizationEvents = policy<void, Actor>(
  ({ role, placeLimits }) => isAdministrator(role) && placeLimits === undefined,
  forbidden('Only owners and admins can see the events of the organization'),
);

/** What guests cannot list on a board that is shared with them. */
export const seeFormsAndAutomations = policy<void, Actor>(
  ({ role }) => role !== 'guest',
  forbidden('Guests cannot see forms and automations'),
);

/**
 * Deletions of boards that the caller has not necessarily seen: guests see only boards that are shared with them, and a
 * token that is limited to boards only those.
 */
export const seeBoardDeletions = policy<void, Actor>(
  ({ role, placeLimits }) => role !== 'guest' && !placeLimits?.boards,
  forbidden('Guests cannot see the deletion of boards'),
);
