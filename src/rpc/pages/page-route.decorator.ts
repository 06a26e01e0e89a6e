import { applyDecorators, SetMetadata, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { PlainCallGuard } from '../plain-call.guard';
import { PLAIN_BODY_MAX_BYTES, PLAIN_ROUTE, type PlainRoute, type PlainRouteConfig } from '../plain-route';
import { PublicCallGuard } from '../public-call.guard';
import { FormGuard } from './form.guard';
import { PageErrorFilter } from './page-error.filter';
import { PageInterceptor } from './page.interceptor';

const BODY_LIMIT: PlainRouteConfig = { maxBodyBytes: PLAIN_BODY_MAX_BYTES };

/** A page, or what one of its forms is sent to. Each call counts against the caller's address; answers a `Page`. */
export const PageRoute = (options: Pick<PlainRoute, 'addressLimit'> = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(PLAIN_ROUTE, { ...options, requirement: null } satisfies PlainRoute),
    RouteConfig(BODY_LIMIT),
    UseGuards(PlainCallGuard, PublicCallGuard, FormGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageErrorFilter),
  );
