import type { OrganizationRole } from './role';
import type { Scope } from './scope';

/** What a procedure requires of its caller. Policies check access to records. */
export interface Requirement {
  scope: Scope;
  /** The minimum organization role; `person` for procedures about the caller's account, which need no organization. */
  role: OrganizationRole | 'person';
  /** Rejects tokens: only a user who is signed in can change the protection of the account. */
  isSessionOnly?: boolean;
  /**
   * The call shows and changes only records in workspaces and on boards, and asks for each of them whether the caller sees it.
   * A token that is limited to places can make no other calls (decision 0141).
   */
  isWithinPlaces?: boolean;
}

/** Whether the procedure is admin-only: the audit log then records rejected attempts. */
export function isAdministrative({ scope, role }: Requirement): boolean {
  return scope === 'admin' || role === 'admin' || role === 'owner';
}
