import { applyDecorators, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { AcceptsBody } from '../bodies/accepts-body.decorator';
import { HttpRouteGuard } from '../routes/http-route.guard';
import { HTTP_BODY_MAX_BYTES, HTTP_ROUTE, type HttpRoute } from '../routes/http-route';
import { PublicRouteGuard } from '../routes/public-route.guard';
import { PageInterceptor } from './page.interceptor';
import { SameOriginGuard } from './same-origin.guard';

/** A page, or the target of its form. Each call counts against the caller's address; returns a `Page`. */
export const PageRoute = (options: Pick<HttpRoute, 'addressLimit'> = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(HTTP_ROUTE, { ...options, requirement: null, isPage: true } satisfies HttpRoute),
    UseGuards(HttpRouteGuard, PublicRouteGuard),
    AcceptsBody('form', { maxBytes: HTTP_BODY_MAX_BYTES }),
    UseGuards(SameOriginGuard),
    UseInterceptors(PageInterceptor),
  );
