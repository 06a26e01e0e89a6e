import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { guardedCall } from '../guarded-call';
import { beginCall } from '../incoming-request';
import { TenantFinder } from '../tenant-finder';

/** First guard: resolves the organization of the host or `x-tenant-id`. It rejects no call; that needs a credential. */
@Injectable()
export class TenantGuard implements CanActivate {
  constructor(private readonly tenants: TenantFinder) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request } = guardedCall(context);
    beginCall(request);
    await this.tenants.named(request);
    return true;
  }
}
