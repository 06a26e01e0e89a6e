import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { LimitsConfig } from '../../platform/config/limits.config';
import { Authenticator } from '../authenticator';
import { guardedCall } from '../guarded-call';
import { RateLimits } from '../rate-limits';

/** Third guard: counts the call against the token or, for sessions, the user, with the limits of the plan. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
    private readonly config: LimitsConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request, requirement, person } = guardedCall(context);
    const { credential, userId } = person!;
    // A user without an organization gets the limits of the installation's default plan.
    let plan = this.config.defaultPlan;
    if (credential.kind !== 'session' || requirement.role !== 'person') {
      try {
        ({ plan } = await this.authenticator.tenant(request, person!));
      } catch (rejection) {
        // A credential that is invalid here counts as none: otherwise such calls would not be counted.
        if (rejection instanceof AppError) await this.limits.anonymous(request.rate, request.ip);
        throw rejection;
      }
    }
    if (credential.kind !== 'session') await this.limits.token(request.rate, credential.id, plan);
    else await this.limits.session(request.rate, userId, plan);
    return true;
  }
}
