import type { OrganizationRole } from './role';
import type { Scope } from './scope';

/** What a procedure asks of its caller. Records are judged further by policies. */
export interface Requirement {
  scope: Scope;
  /** The least organization role; `person` for procedures about oneself that need no organization. */
  role: OrganizationRole | 'person';
  /** Refuses tokens: what guards the account itself is for the person who signed in, not for programs of theirs. */
  isSessionOnly?: boolean;
}

/** Whether it is for administrators alone: the audit log tells who else tried. */
export function isAdministrative({ scope, role }: Requirement): boolean {
  return scope === 'admin' || role === 'admin' || role === 'owner';
}
