import type { OrganizationRole } from './role';
import type { Scope } from './scope';

/** What a procedure requires of its caller. Policies check access to records. */
export interface Requirement {
  scope: Scope;
  /** The minimum organization role; `person` for procedures about the caller's account, which need no organization. */
  role: OrganizationRole | 'person';
  /** Rejects tokens: only a user who is signed in can change the protection of the account. */
  isSessionOnly?: boolean;
}

/** Whether the procedure is admin-only: the audit log then records rejected attempts. */
export function isAdministrative({ scope, role }: Requirement): boolean {
  return scope === 'admin' || role === 'admin' || role === 'owner';
}
