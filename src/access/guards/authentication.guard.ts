import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { Authenticator } from '../authenticator';
import { type GuardedCall, guardedCall } from '../guarded-call';
import type { AuthenticatedUser } from '../principal';
import { RateLimits } from '../rate-limits';

/** Second guard: authenticates the caller. A call without a valid credential is counted against its address. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = guardedCall(context);
    const person = await this.person(call);
    if (person.credential.kind === 'session' && call.isMutation)
      this.authenticator.rejectForeignOrigin(call.request);
    call.person = person;
    return true;
  }

  private async person({ request }: GuardedCall): Promise<AuthenticatedUser> {
    try {
      const person = await this.authenticator.person(request);
      if (person === null) throw await this.authenticator.rejection(request);
      return person;
    } catch (rejection) {
      if (rejection instanceof AppError) await this.limits.anonymous(request.rate, request.ip);
      throw rejection;
    }
  }
}
