import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { LimitsConfig } from '../platform/config/limits.config';
import { Authenticator } from './authenticator';
import { guardedCall } from './guarded-call';
import { RateLimits } from './rate-limits';

/** Third guard: counts the call against the token or, for sessions, the person, by the organization's plan. */
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
    if (credential.kind === 'token') {
      const tenant = await this.authenticator.tenant(request, person!);
      await this.limits.token(request.rate, credential.id, tenant.plan);
      return true;
    }
    // A person without an organization yet is counted by the plan that organizations of this installation get.
    const plan =
      requirement.role === 'person'
        ? this.config.defaultPlan
        : (await this.authenticator.tenant(request, person!)).plan;
    await this.limits.session(request.rate, userId, plan);
    return true;
  }
}
