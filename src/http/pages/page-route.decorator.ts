import { applyDecorators, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { AcceptsBody } from '../bodies/accepts-body.decorator';
import { HttpRouteGuard } from '../routes/http-route.guard';
import { HTTP_BODY_MAX_BYTES, HTTP_ROUTE, type HttpRoute } from '../routes/http-route';
import { PublicRouteGuard } from '../routes/public-route.guard';
import { PageInterceptor } from './page.interceptor';
import { SameOriginGuard } from './same-origin.guard';

interface PageRouteOptions extends Pick<HttpRoute, 'addressLimit'> {
  /** `form-or-multipart` for a form that can have files; the method reads it (`@Submitted()`). */
  accepts?: 'form' | 'form-or-multipart';
  /** For a form that can be larger than those of the service's own pages. Files do not count. */
  maxBytes?: number;
}

/** A page, or the target of its form. Each call counts against the caller's address; returns a `Page`. */
export const PageRoute = ({
  accepts = 'form',
  maxBytes = HTTP_BODY_MAX_BYTES,
  ...options
}: PageRouteOptions = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(HTTP_ROUTE, { ...options, requirement: null, isPage: true } satisfies HttpRoute),
    UseGuards(HttpRouteGuard, PublicRouteGuard),
    AcceptsBody(accepts, { maxBytes }),
    UseGuards(SameOriginGuard),
    UseInterceptors(PageInterceptor),
  );
