import {
  applyDecorators,
  type CanActivate,
  HttpCode,
  SetMetadata,
  type Type,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { PlainCallGuard } from '../plain-call.guard';
import { PLAIN_ROUTE, type PlainRoute, type PlainRouteConfig } from '../plain-route';
import { PublicCallGuard } from '../public-call.guard';
import { PageErrorFilter } from './page-error.filter';
import { PageInterceptor } from './page.interceptor';

/** Answers of identity providers, of whatever size, are judged by who reads them. */
const BODY_LIMIT: PlainRouteConfig = { maxBodyBytes: 1024 * 1024 };

/**
 * Takes a form that another site sends by the browser, and answers a page. It acts by no cookie of a session: what is
 * sent must prove itself, which `guard` sees to.
 */
export const ForeignFormRoute = (guard: Type<CanActivate>): MethodDecorator =>
  applyDecorators(
    SetMetadata(PLAIN_ROUTE, { requirement: null } satisfies PlainRoute),
    RouteConfig(BODY_LIMIT),
    HttpCode(200),
    UseGuards(PlainCallGuard, PublicCallGuard, guard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageErrorFilter),
  );
