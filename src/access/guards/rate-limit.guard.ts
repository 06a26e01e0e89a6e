import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { Plan } from '../../platform/config/limits.config';
import { Authenticator } from '../authenticator';
import { guardedCall } from '../guarded-call';
import type { IncomingRequest } from '../incoming-request';
import type { AuthenticatedUser } from '../principal';
import { RateLimits } from '../rate-limits';

/** Third guard: counts the call against the token, with the limit of the plan, or for sessions against the user. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request, requirement, person } = guardedCall(context);
    const { credential, userId } = person!;
    // A call about the user's own account needs no organization.
    const isOfAccount = credential.kind === 'session' && requirement.role === 'person';
    const plan = isOfAccount ? null : await this.planOf(request, person!);
    if (credential.kind === 'session') await this.limits.session(request.rate, userId);
    else await this.limits.token(request.rate, credential.id, plan!);
    return true;
  }

  private async planOf(request: IncomingRequest, person: AuthenticatedUser): Promise<Plan> {
    try {
      return (await this.authenticator.tenant(request, person)).plan;
    } catch (rejection) {
      // A credential that is invalid here counts as none: otherwise such calls would not be counted.
      if (rejection instanceof AppError) await this.limits.anonymous(request.rate, request.ip);
      throw rejection;
    }
  }
}
