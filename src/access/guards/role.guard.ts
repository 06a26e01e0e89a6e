import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Authenticator } from '../authenticator';
import { assertRole, CallLease } from './call-lease';
import { guardedCall } from '../guarded-call';

/** Last guard: checks the user's role in the organization. Afterwards the call carries its access as a lease. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = guardedCall(context);
    call.lease = new CallLease(call, this.authenticator);
    if (call.requirement.role === 'person') {
      if (call.isMutation || call.requirement.isSessionOnly)
        await this.authenticator.rejectBorrowedAccount(call.person!);
      return true;
    }
    call.principal = await this.authenticator.principal(call.request, call.person!);
    assertRole(call);
    return true;
  }
}
