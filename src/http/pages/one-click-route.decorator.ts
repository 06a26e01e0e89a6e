import { applyDecorators, HttpCode, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { HttpRouteGuard } from '../routes/http-route.guard';
import { HTTP_BODY_MAX_BYTES, HTTP_ROUTE, type HttpRoute, type HttpRouteConfig } from '../routes/http-route';
import { PublicRouteGuard } from '../routes/public-route.guard';
import { PageInterceptor } from './page.interceptor';

const BODY_LIMIT: HttpRouteConfig = { maxBodyBytes: HTTP_BODY_MAX_BYTES };

/**
 * The target of `List-Unsubscribe-Post` (RFC 8058). Mail programs post a form of either encoding without an origin. The
 * route reads neither the body nor the session cookie: the address must authenticate itself.
 */
export const OneClickRoute = (): MethodDecorator =>
  applyDecorators(
    SetMetadata(HTTP_ROUTE, { requirement: null, isPage: true } satisfies HttpRoute),
    RouteConfig(BODY_LIMIT),
    HttpCode(200),
    UseGuards(HttpRouteGuard, PublicRouteGuard),
    UseInterceptors(PageInterceptor),
  );
