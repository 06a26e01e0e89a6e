import { applyDecorators, HttpCode, SetMetadata, UseFilters, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FormBodyGuard } from './form-body.guard';
import { OAuthErrorFilter } from './oauth-error.filter';
import { PlainCallGuard } from './plain-call.guard';
import { PLAIN_BODY_MAX_BYTES, PLAIN_ROUTE, type PlainRoute, type PlainRouteConfig } from './plain-route';
import { PublicCallGuard } from './public-call.guard';

const BODY_LIMIT: PlainRouteConfig = { maxBodyBytes: PLAIN_BODY_MAX_BYTES };

/** An endpoint of OAuth that programs send forms to. Each call counts against the caller's address. */
export const OAuthRoute = (): MethodDecorator =>
  applyDecorators(
    HttpCode(200),
    SetMetadata(PLAIN_ROUTE, { requirement: null } satisfies PlainRoute),
    RouteConfig(BODY_LIMIT),
    UseGuards(PlainCallGuard, PublicCallGuard, FormBodyGuard),
    UseFilters(OAuthErrorFilter),
  );
