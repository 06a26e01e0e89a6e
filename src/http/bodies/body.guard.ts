import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { assertBodyKind, isForm } from './body-kind';
import type { HttpRouteConfig } from '../routes/http-route';

/**
 * Rejects any body but the kind that the route declares with `@AcceptsBody`. For JSON this also stops cross-site
 * requests: browsers send JSON across origins only after a preflight.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, headers, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const { acceptedBody: kind } = routeOptions.config as HttpRouteConfig;
    const isBodiless = method === 'GET' || method === 'HEAD';
    if (kind !== undefined && !(isForm(kind) && isBodiless)) assertBodyKind(kind, headers['content-type']);
    return true;
  }
}
