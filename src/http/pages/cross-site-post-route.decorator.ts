import {
  applyDecorators,
  type CanActivate,
  HttpCode,
  SetMetadata,
  type Type,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { HttpRouteGuard } from '../routes/http-route.guard';
import { HTTP_ROUTE, type HttpRoute, type HttpRouteConfig } from '../routes/http-route';
import { PublicRouteGuard } from '../routes/public-route.guard';
import { PageInterceptor } from './page.interceptor';

/** The handler checks the size of responses from identity providers. */
const BODY_LIMIT: HttpRouteConfig = { maxBodyBytes: 1024 * 1024 };

/**
 * Accepts a form that another site posts through the browser, and returns a page. It ignores the session cookie: the
 * content must authenticate itself, which `guard` verifies.
 */
export const CrossSitePostRoute = (guard: Type<CanActivate>): MethodDecorator =>
  applyDecorators(
    SetMetadata(HTTP_ROUTE, { requirement: null, isPage: true } satisfies HttpRoute),
    RouteConfig(BODY_LIMIT),
    HttpCode(200),
    UseGuards(HttpRouteGuard, PublicRouteGuard, guard),
    UseInterceptors(PageInterceptor),
  );
