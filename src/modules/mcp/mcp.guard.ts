import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Authenticator } from '../../access/authenticator';
import { guardedCall } from '../../access/guarded-call';
import { beginCall } from '../../access/incoming-request';
import { RateLimits } from '../../access/rate-limits';
import { TenantFinder } from '../../access/tenant-finder';
import { AppError } from '../../kernel/app-error';

/**
 * Authenticates clients by their token before the body is read. Sessions are not accepted: a page of another site must not be
 * able to use the cookie of a user. The message is counted once its method is known.
 */
@Injectable()
export class McpGuard implements CanActivate {
  constructor(
    private readonly tenants: TenantFinder,
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = guardedCall(context);
    const { request } = call;
    beginCall(request);
    await this.tenants.named(request);
    try {
      const person =
        request.header('authorization') === undefined ? null : await this.authenticator.person(request);
      if (person === null) throw await this.authenticator.rejection(request);
      await this.authenticator.tenant(request, person);
      call.person = person;
    } catch (rejection) {
      if (rejection instanceof AppError) await this.limits.anonymous(request.rate, request.ip);
      throw rejection;
    }
    return true;
  }
}
