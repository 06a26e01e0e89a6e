import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Authenticator } from '../authenticator';
import { guardedCall } from '../guarded-call';
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
    const person = await this.authenticator.person(call.request);
    if (person === null) {
      await this.limits.anonymous(call.request.rate, call.request.ip);
      throw await this.authenticator.rejection(call.request);
    }
    if (person.credential.kind === 'session' && call.isMutation)
      this.authenticator.rejectForeignOrigin(call.request);
    call.person = person;
    return true;
  }
}
