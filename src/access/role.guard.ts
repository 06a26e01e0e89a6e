import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { NotAllowed } from './access-errors';
import { Authenticator } from './authenticator';
import { guardedCall } from './guarded-call';
import { isAtLeast } from './role';

/** Last guard: what the person is in the organization. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = guardedCall(context);
    const { role } = call.requirement;
    if (role === 'person') {
      if (call.isMutation || call.requirement.isSessionOnly)
        await this.authenticator.refuseBorrowedAccount(call.person!);
      return true;
    }
    call.principal = await this.authenticator.principal(call.request, call.person!);
    if (!isAtLeast(call.principal.role, role))
      throw new NotAllowed(`This needs the organization role ${role}`);
    return true;
  }
}
