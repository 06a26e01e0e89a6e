import { isOutdated } from '../../platform/cache/fresh-cache';
import type { AccessLease, DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { AccessForbidden } from '../access-errors';
import type { Authenticator } from '../authenticator';
import { isCovered } from './covered-membership';
import type { GuardedCall } from '../guarded-call';
import { beginCall } from '../incoming-request';
import type { AuthenticatedUser, Principal } from '../principal';
import { isAtLeast } from '../role';

/** The access of one call: it ends with the caller's session or token, membership or role. */
export class CallLease implements AccessLease {
  constructor(
    private readonly call: GuardedCall,
    private readonly authenticator: Authenticator,
  ) {}

  isCurrent(): boolean {
    const { person, principal } = this.call;
    return !isOutdated(person!) && (principal === null || !isOutdated(principal.membership));
  }

  async isConfirmed(context: InTransaction<DatabaseContext>): Promise<boolean> {
    const { person, principal } = this.call;
    if (principal === null || isOutdated(person!)) return false;
    return isCovered(principal.membership, await this.authenticator.membershipWithin(context, principal));
  }

  async renew(): Promise<{ person: AuthenticatedUser; principal?: Principal }> {
    const { call, authenticator } = this;
    beginCall(call.request);
    call.person = await authenticator.person(call.request, false);
    if (call.person === null) throw await authenticator.rejection(call.request);
    if (call.principal === null) return { person: call.person };
    call.principal = await authenticator.principal(call.request, call.person, false);
    assertRole(call);
    return { person: call.person, principal: call.principal };
  }
}

/** The least organization role that the procedure requires. */
export function assertRole({ principal, requirement: { role } }: GuardedCall): void {
  if (role !== 'person' && !isAtLeast(principal!.role, role))
    throw new AccessForbidden(`Requires the organization role ${role}`);
}
