import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { guardedCall } from './guarded-call';
import { TenantFinder } from './tenant-finder';

/** First guard: which organization the host or `x-tenant-id` names. It refuses nobody; that needs a credential. */
@Injectable()
export class TenantGuard implements CanActivate {
  constructor(private readonly tenants: TenantFinder) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.tenants.named(guardedCall(context).request);
    return true;
  }
}
