import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { addressKey } from '../../access/address-key';
import { guardedCall } from '../../access/guarded-call';
import { RateLimits } from '../../access/rate-limits';
import { HTTP_ROUTE, type HttpRoute } from './http-route';

/** Counts a call of a public route against its caller's address, before the body is read. */
@Injectable()
export class PublicRouteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request } = guardedCall(context);
    const { addressLimit } = this.reflector.get<HttpRoute>(HTTP_ROUTE, context.getHandler());
    await this.limits.anonymous(request.rate, request.ip);
    if (addressLimit) await this.limits.signIn(request.rate, addressLimit, addressKey(request.ip));
    return true;
  }
}
